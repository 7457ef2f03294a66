// The compiler is TypeScript 7, which has no JS API; linters parse with TypeScript 6 (ADR-0002).
import tseslint from 'typescript-eslint';

const TESTS = ['**/test/**', '**/tests/**', '**/bench/**'];

/** What a pure room may not do: time, chance, identity and failure are handed in or handed back. */
const impurities = [
  ['FunctionDeclaration[async=true], FunctionExpression[async=true], ArrowFunctionExpression[async=true]', 'A pure room answers at once: no async.'],
  ['AwaitExpression', 'A pure room answers at once: no await.'],
  ['ThrowStatement', 'A rule answers with a decision; its caller throws.'],
  ['NewExpression[callee.name="Date"][arguments.length=0]', 'Time is an argument: pass `now`.'],
  ['CallExpression[callee.object.name="Date"][callee.property.name="now"]', 'Time is an argument: pass `now`.'],
  ['CallExpression[callee.object.name="Math"][callee.property.name="random"]', 'Chance is an argument: pass `luck`.'],
].map(([selector, message]) => ({ selector, message }));

export default tseslint.config(
  { ignores: ['**/dist/**', '**/gen/**', '**/node_modules/**', '**/.landfall/**', '**/reports/**', '**/assets/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.{ts,mjs}'],
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 15],
      'max-depth': ['error', 4],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
    },
  },
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // A promise nobody waits for is written `ignore(promise, 'why')`.
      'no-empty': ['error', { allowEmptyCatch: false }],
    },
  },
  {
    files: ['services/*/src/domain/**/*.ts', 'packages/shipping/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...impurities],
      'no-restricted-globals': ['error', 'process', 'setTimeout', 'setInterval', 'fetch', 'crypto', 'performance'],
      'no-restricted-imports': ['error', { patterns: [{ group: ['node:*'], message: 'A pure room touches no outside.' }] }],
    },
  },
  {
    // Describe blocks are as long as what they describe; chai asserts with expressions; tools talk to a person.
    files: TESTS.map((glob) => `${glob}/*.ts`),
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': 'off',
    },
  },
  {
    files: ['scripts/**/*.mjs', 'tooling/**/*.mjs', 'packages/cli/src/**/*.ts'],
    rules: { 'no-console': 'off', 'no-restricted-exports': 'off' },
  },
);
