import { fold, queryTerms } from '../../shared/fold.ts'
import { isEverydayWord } from '../search/related-words.ts'
import { emptyWords, knownParts } from '../search/telling-terms.ts'
import { kindsOfValue } from './asked-value.ts'
import { nameWords, type WeightedTerm } from './coverage.ts'
import type { Corpus } from './ports.ts'

/** Any of these as a whole word, each given as alternatives of a pattern. */
function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

/** "My", "our" and "did I": what the asker has, in the languages whose stop words search knows too. */
const ownersWord = words(
  'my|mine|our|ours|(?:(?:am|did|have|had|was|were)|(?<!how )(?:do|can|could|must|should|shall)) (?:i|we)|(?:i|we) (?:am|do|can|must|should|have|had|need|may)',
  'mein\\p{L}{0,2}|unser\\p{L}{0,2}|(?:habe?|muss|soll|darf|bin) ich|(?:haben|müssen|sollen|dürfen|sind) wir',
  "mon|ma|mes|notre|nos|(?:le|la|les) (?:miens?|miennes?|nôtres?)|j['’]ai|ai-je|avons-nous|nous avons",
  'mi|mis|nuestr[oa]s?|mí[oa]s?|tengo|tenemos',
  'meus?|minhas?|noss[oa]s?|tenho|temos',
  'mio|miei|mie|nostr[oaie]|abbiamo',
  'mijn|onze|(?:heb|moet|ben) ik|(?:hebben|moeten) we|vårt|våra',
  'm[oó]j|moj(?:a|e|ą|ego|ej|emu)|moich|moim|nasz(?:a|e|ą|ej|ego|emu|ym|ych|ymi)?',
  'mūsų|musu|turiu|turime',
)
/** The same where the word is another one in other languages ("10 min", Mia): it counts beside words of its own. */
const ownersWordOf: readonly (readonly [RegExp, RegExp])[] = [
  [words('min|mitt|mina|vår'), words('vem|vad|var|när|hur|är|har|och|vilken|vilket|vilka|heter')],
  [words('mia'), words('chi|dove|quando|quant[oaie]|quale|è|la|della|nella|alla|sono|che')],
  [words('mano'), words('kur|kada|kiek|kaip|koks|kokia|kokie|kuris|kuri|yra|ar|kodėl|kodel')],
  [words('ons'), words('wie|waar|wanneer|hoe|hoeveel|welke?|het|van|de')],
]
/** Whoever asks is part of what is asked about. */
const ownersPart = words(
  "i|me|we|us|ich|mir|mich|wir|uns|j['’]|moi|nous|nosotr[oa]s|nós|noi|ik|mij|wij|jag|mig|oss|mnie|aš",
)
/** A question, with or without its mark. Folded text is not needed: people write these in lower case or with a capital. */
const question = new RegExp(
  `[?？]|^\\s*(?:${[
    'who|whom|whose|what|which|when|where|why|how|am|is|are|was|were|do|does|did|can|could|must|should|have|has|until|since',
    'wer|wem|wen|wessen|was|wann|wo|woher|wohin|wie|wieviel|welche[rsnm]?|warum|ist|sind|habe[n]?|kann|muss|soll|darf',
    'qui|quels?|quelles?|où|quand|comment|combien|pourquoi|est-ce|as-tu|ai-je',
    'quién(?:es)?|quienes|cu[áa]l(?:es)?|d[óo]nde|cu[áa]ndo|c[óo]mo|cu[áa]nt[oa]s?|qu[ée]',
    'quem|qual|quais|onde|quando|quant[oa]s?|o que|de quem|a que',
    'chi|dove|quant[ie]|quale|quali|che|cosa|perché|come (?:si|mi|sta|è|va|posso|ho|devo|ha|hanno)',
    'wie|wat|waar|wanneer|hoe|hoeveel|welke?|waarom|vem|vad|var|när|hur|vilken|vilket|vilka|varför',
    'kto|co|gdzie|kiedy|jaki?|jaka|jakie|ile|czy|czyj[ae]?|dlaczego',
    'kas|kur|kada|kiek|kaip|koks|kokia|kokie|kuris|kuri|ar|kodėl|kodel',
  ].join('|')})(?![\\p{L}])`,
  'iu',
)
/** "Show me" says to whom, not about whom. */
const toldTo =
  /^\s*(?:(?:please|pls|can you|could you|kannst du|bitte)[\s,]+)*(?:show|tell|give|help|let|write|make|draw|sing|teach|explain to|zeig\p{L}*|sag\p{L}*|gib|erzähl\p{L}*|erklär\p{L}*|hilf|raconte|dis|montre|donne|explique|aide|chante|écris|geef|vertel)[ -](?:me|us|mir|uns|moi|nous|mij|ons)(?![\p{L}])/iu
/** What people call their own parents and grandparents without any word before it. Folded. */
const familyWord = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(?:${[
    'mother|mum|mummy|mom|mommy|father|dad|daddy|grandma|grandmother|granny|nana|grandpa|grandfather|grandad|granddad|auntie',
    'mutter|mama|mami|mutti|vater|papa|papi|vati|oma|omi|opa|opi|maman|mamie|mamae|papai|vovo',
    'mamma|pappa|nonna|nonno|mormor|morfar|farmor|farfar|mamy|taty|tacie|babcia|babci|babcie|dziadek|dziadka',
    'mamos|tetis|tecio|mociute|mociutes|senelis|senelio',
  ].join('|')})(?![\\p{L}\\p{N}-])`,
  'gu',
)
/** Anybody's or somebody else's: "a mother", "his mother", "Ada's mother", "a word for mother". */
const beforeOthers = new RegExp(
  `(?:^|[^\\p{L}])(?:${[
    "an?|the|his|her|their|your|every|each|any|no|some|this|that|whose|one|single|new|young|old|step|god|queen|(?:word|name|term)(?: for)?|say|called|said|\\p{L}+['’]s|\\p{L}+s['’]",
    'eine?[rmns]?|d(?:ie|er|as|en|em)|dein\\p{L}{0,2}|sein\\p{L}{0,2}|ihre?[rmns]?|une?|sa|ta|ton|le|el|il|o|su|tu|sua|tua|suo|tuo|uma?|een|zijn|haar|hennes|hans',
  ].join('|')})\\s+$`,
  'u',
)
/** "The mother of Kafka", "mother tongue", "mum jokes". */
const afterOthers =
  /^['’]s (?:day|milk)(?!\p{L})|^(?:['’]s)?\s+(?:of|nature|tongue|earth|board|goose|teresa|theresa|superior|language|country|ship|cell|lode|figure|christmas|brown|ted|time|jokes?|flat|smith|squares?|means?|is a word|mia|johns?|von|de[rs]?|di|av)(?!\p{L})/u
/** In Portuguese the article says it. Folded. */
const familyInPortuguese = /(?<!\p{L})(?:a|da|na|o|do|no|ao|pela|pelo) (?:mae|pai|avo)(?! d[aeo] )(?!\p{L})/u

/** Whether a mother, father or grandparent is named as only their own child does: "which pill does mother take". */
function namesOwnFamily(text: string): boolean {
  const folded = fold(text)
  return (
    familyInPortuguese.test(folded) ||
    [...folded.matchAll(familyWord)].some(
      (found) =>
        !beforeOthers.test(folded.slice(0, found.index)) &&
        !afterOthers.test(folded.slice(found.index + found[0].length)),
    )
  )
}

/** Names of languages and peoples say nothing about the owner's data. */
const languageName =
  /^(?:english|german|french|spanish|portuguese|italian|dutch|swedish|polish|lithuanian|russian|turkish|japanese|chinese|korean|latin|greek|arabic|american|british)$/

/** Folded. */
const numberOf = /(?<!\p{L})(?:numbers?|phone|mobile|tel|line|nummer|telefonnummer|handynummer)(?!\p{L})/u

/** Words that stand together in more of the owner's documents than this share say nothing about any of them. */
const mostShare = 0.1
const mostDocuments = 3

/**
 * Whether the question is about something in the owner's data: a name or code of it stands there in a few documents, or its
 * two rarest words that stand anywhere stand together in a few. Small talk and general knowledge do not; a small model
 * takes one for the other.
 * @param isFollowUp a question of a conversation leaves out what was said before: then one rare word is enough
 */
export function standsInOwnData(question: string, corpus: Corpus, isFollowUp: boolean): boolean {
  const few = Math.max(mostDocuments, corpus.size() * mostShare)
  const isRare = (text: string) => {
    const documents = corpus.frequency(text)
    return documents > 0 && documents <= few
  }
  if ([...nameWords(question)].some((name) => !languageName.test(name) && isRare(name))) return true
  const isKind = kindsOfValue(question)
  const known = knownParts(queryTerms(question), corpus)
    .filter((term) => !emptyWords.has(term) && !isKind(term))
    .map((term) => ({ term, documents: corpus.frequency(term) }))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => a.documents - b.documents)
    .map(({ term }) => term)
  const [first, second] = known
  if (first === undefined) return false
  // "What is the number of chinedu": nobody but the owner knows whose that is.
  if (second === undefined && numberOf.test(fold(question)) && !isEverydayWord(first) && isRare(first))
    return true
  return second === undefined || mentionsOwner(question)
    ? (isFollowUp || mentionsOwner(question)) && isRare(first)
    : isRare(`${first} ${second}`)
}

/**
 * Words that ask or join in one language and are content in another, so that search keeps them: where they stand nowhere in
 * the data, they are no content here. Folded.
 */
const askingElsewhere =
  /^(?:dove|come|hoe|kur|kas|ile|van|met|op|aan|naar|po|pa|per|mia|mano|uma|dos|os|foi|sao|war|hat|min|till|fran|med|ai|ho|mam|nie|sono|ha|son|ont|sie|der|die|mina|ela|alla|nella|w|a)$/

/** Share of what a question says that must stand in the data for it to be about the owner. */
const leastKnown = 0.75

/** Whether nearly all that a question asks about stands somewhere in the data, in its words or others for the same. */
export function isOfOwnWords(terms: readonly WeightedTerm[]): boolean {
  const telling = terms.filter(
    ({ forms: [word = ''], isKind, isUnknown }) => !isKind && !(isUnknown && askingElsewhere.test(word)),
  )
  const known = telling.filter(({ isUnknown }) => !isUnknown)
  return known.length > 0 && known.length >= telling.length * leastKnown
}

/** Whether the question is one about the asker, which nothing but the asker's data can answer. */
export function asksAboutOwner(asked: string): boolean {
  const unquoted = asked.replace(/["“„«][^"”“»]*["”»]/g, ' ')
  return question.test(unquoted) && hasOwnersWord(unquoted)
}

/** Whether the asker is named in the request at all: "who lent me the jacket". */
export function mentionsOwner(text: string): boolean {
  const asked = text.replace(toldTo, ' ')
  return hasOwnersWord(asked) || ownersPart.test(asked)
}

function hasOwnersWord(text: string): boolean {
  return (
    ownersWord.test(text) ||
    ownersWordOf.some(([word, others]) => word.test(text) && others.test(text)) ||
    namesOwnFamily(text)
  )
}
