import type { Command, CommandGroup, OptionSpec } from './command.ts'
import { commonOptions } from './common-options.ts'

/** A command as the completion scripts need it. */
interface Entry {
  readonly name: string
  readonly options: readonly string[]
  /** The values that its first argument may have, when they are known. */
  readonly choices: readonly string[]
  readonly spec: Command['options']
}

/** Options after which a folder or a file is completed, over all commands. */
interface PathOptions {
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

/** A script for `eval "$(pixie completion bash)"`. */
export async function bashCompletion(groups: readonly CommandGroup[]): Promise<string> {
  const commands = await allCommands(groups)
  const { folders, files } = pathOptions(commands)
  return `# Completions of pixie for bash. Use: eval "$(pixie completion bash)"
_pixie() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} first= second= word i
  COMPREPLY=()
  local kind=
  case $previous in
    ${folders.join('|')}) kind=-d ;;
    ${files.join('|')}) kind=-f ;;
  esac
  if [[ -n $kind ]]; then
    local IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen $kind -- "$current"))
    return
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      ${valueOptions(commands).join('|')}) ((i++)) ;;
      -*|help) ;;
      *) if [[ -z $first ]]; then first=$word; elif [[ -z $second ]]; then second=$word; fi ;;
    esac
  done
  local words=
  if [[ -z $first ]]; then
    words="${firstWords(groups).join(' ')}"
    [[ $current == -* ]] && words="${[...dashed(commonOptions), '--version'].join(' ')}"
  elif [[ $current == -* ]]; then
    case "$first $second" in
${commands.map((c) => `      "${c.name}${c.name.includes(' ') ? '"' : ' "*'}) words="${c.options.join(' ')}" ;;`).join('\n')}
      *) words="${dashed(commonOptions).join(' ')}" ;;
    esac
  elif [[ -z $second ]]; then
    case $first in
${secondWords(commands)
  .map(([first, seconds]) => `      ${first}) words="${seconds.join(' ')}" ;;`)
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _pixie pixie
`
}

/** A script for zsh; it runs the bash one through zsh's own bridge, so both complete the same. */
export async function zshCompletion(groups: readonly CommandGroup[]): Promise<string> {
  const bash = await bashCompletion(groups)
  return `# Completions of pixie for zsh. Use: eval "$(pixie completion zsh)"
autoload -Uz compinit bashcompinit
(( \${+functions[compdef]} )) || compinit
bashcompinit
${bash.slice(bash.indexOf('\n') + 1)}`
}

async function allCommands(groups: readonly CommandGroup[]): Promise<Entry[]> {
  const commands = (await Promise.all(groups.map((g) => g.load()))).flat()
  return commands.map((c) => ({
    name: c.name,
    options: dashed({ ...c.options, ...commonOptions }),
    choices: c.args[0]?.includes('|') === true ? c.args[0].split('|') : [],
    spec: { ...c.options, ...commonOptions },
  }))
}

function dashed(options: Readonly<Record<string, OptionSpec>>): string[] {
  return Object.keys(options).map((name) => `--${name}`)
}

function firstWords(groups: readonly CommandGroup[]): string[] {
  return [...groups.map((g) => g.word), 'help']
}

/** For each first word what may follow it: second words, or the values of an argument such as `bash|zsh`. */
function secondWords(commands: readonly Entry[]): [string, string[]][] {
  const byFirst = new Map<string, string[]>()
  for (const { name, choices } of commands) {
    const [first = '', second] = name.split(' ')
    const words = second === undefined ? choices : [second]
    if (words.length > 0) byFirst.set(first, [...(byFirst.get(first) ?? []), ...words])
  }
  return [...byFirst]
}

function valueOptions(commands: readonly Entry[]): string[] {
  const specs = commands.flatMap((c) => Object.entries(c.spec))
  return [...new Set(specs.filter(([, o]) => o.type === 'string').map(([name]) => `--${name}`))]
}

function pathOptions(commands: readonly Entry[]): PathOptions {
  const specs = commands.flatMap((c) => Object.entries(c.spec))
  const named = (pattern: RegExp) => [
    ...new Set(specs.filter(([, o]) => pattern.test(o.value ?? '')).map(([name]) => `--${name}`)),
  ]
  return { folders: named(/\bDIR\b/), files: named(/\b(FILE|PATH)\b/) }
}
