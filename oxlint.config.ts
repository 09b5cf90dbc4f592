import { defineConfig } from 'oxlint'
import { zoneOverrides } from './scripts/lint/import-zones.ts'

/** What Biome cannot see: rules that need types, import zones, cycles, and the size of files. */
export default defineConfig({
  plugins: ['typescript', 'import', 'oxc', 'unicorn'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  ignorePatterns: ['out/**', 'resources/**', 'node_modules/**'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/require-await': 'off',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-argument': 'error',
    // Factories here return closures; nothing in them hangs on `this`.
    'typescript/unbound-method': 'off',
    // Spreading a text into code points is what this code means when it does it, and control characters are its business.
    'typescript/no-misused-spread': 'off',
    // `{ left, ...rest }` is how a property is left out.
    'no-unused-vars': [
      'error',
      {
        ignoreRestSiblings: true,
        argsIgnorePattern: '^_',
        varsIgnorePattern: '^_',
        caughtErrorsIgnorePattern: '^_',
      },
    ],
    'no-control-regex': 'off',
    'no-misleading-character-class': 'off',
    'typescript/restrict-template-expressions': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
  },
  overrides: [
    ...zoneOverrides(),
    {
      // `expect.any(…)` and friends are typed `any`.
      files: ['**/*.test.{ts,tsx}'],
      rules: {
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/no-unsafe-argument': 'off',
      },
    },
  ],
})
