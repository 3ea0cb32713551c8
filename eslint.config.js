import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**']

/**
 * The dependency rule is proved by build/checks/layers.test.ts; these lines only say it earlier, in the editor.
 */
const notImported = (group, message) => ({
  'no-restricted-imports': ['error', { patterns: [{ group, message }] }],
})

const ASKS_THE_CLOCK = 'Time comes in as a value (`now`) or from the Clock port.'
const clockIsAPort = {
  'no-restricted-globals': [
    'error',
    ...['setTimeout', 'setInterval', 'setImmediate'].map((name) => ({
      name,
      message: 'The one timer is the Clock port.',
    })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: ASKS_THE_CLOCK },
    { object: 'performance', property: 'now', message: ASKS_THE_CLOCK },
    {
      object: 'Math',
      property: 'random',
      message: 'Chance comes from the Ids port, or from a hash of what is at hand.',
    },
    ...['setTimeout', 'setInterval', 'setImmediate'].map((property) => ({
      object: 'globalThis',
      property,
      message: 'The one timer is the Clock port.',
    })),
  ],
  'no-restricted-syntax': [
    'error',
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: ASKS_THE_CLOCK },
    { selector: "CallExpression[callee.name='Date']", message: ASKS_THE_CLOCK },
  ],
}

export default tseslint.config(
  { ignores: ['dist/', 'release/', 'node_modules/', 'test-results/', 'coverage/'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-constant-binary-expression': 'error',
      'no-nested-ternary': 'error',
      'no-duplicate-imports': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // The same bound as in `npm run shape`, said earlier. The length of functions is shape's alone: ESLint's
    // max-lines-per-function cannot leave the lines of tables and texts aside.
    ignores: [...TESTS, '**/*.spec.ts', 'e2e/**'],
    rules: { complexity: ['error', 25] },
  },
  {
    // A forgotten await in a durable scheduler is a lost run: these rules need types, so they are few,
    // and the window, which loses no run, is spared their time.
    files: ['shared/**/*.ts', 'electron/**/*.ts', 'e2e/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  { files: ['shared/**', 'electron/engine/**'], ignores: TESTS, rules: clockIsAPort },
  {
    files: ['shared/**'],
    ignores: TESTS,
    rules: notImported(
      ['node:*', 'electron', '**/electron/**', '**/renderer/**'],
      'shared is pure: it imports only shared.',
    ),
  },
  {
    files: ['electron/engine/**'],
    ignores: TESTS,
    rules: notImported(
      ['node:*', 'electron', '**/{store,machine,desktop,host}/**'],
      'The engine sees the world through its ports.',
    ),
  },
  {
    files: ['electron/{store,machine,host,cli}/**'],
    rules: notImported(['electron'], 'Only electron/desktop knows Electron.'),
  },
  {
    files: ['renderer/**'],
    ignores: TESTS,
    rules: notImported(['node:*', 'electron', '**/electron/**'], 'The window knows shared and its bridge.'),
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    // Started by Node or Electron as they are
    files: ['**/*.js', '**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
)
