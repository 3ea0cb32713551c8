import { expect, it } from 'vitest'
import { parse } from '../../playbook/doc.ts'
import { PLAYBOOK_KINDS, playbookText } from '../../playbook/templates/templates.ts'
import { sameTask } from './same-task.ts'

it.each([
  ['Run `npm test`', 'Execute `npm run test`; report failures'],
  ['Run `npm test`', 'Run `pnpm test`'],
  ['Run `eslint .`', 'Check that `npx eslint .` does not fail'.replace('does not fail', 'fails')],
  ['Run `pytest -q`', 'Run `python -m pytest -q`'],
  ['Run `./node_modules/.bin/tsc --noEmit`', 'Run `npx tsc --noEmit`'],
  ['Run the linter with `npm run lint`', 'Run `npm run lint`'],
  ['Run the tests with `npm test`', 'Run `npm test`'],
  ['Run the test suite: `npm run test`', 'Run `npm test`'],
  ['Run the build script `make build`', 'Run `make build`'],
  ['Is CI green?', 'Check whether the CI is green'],
  ['Run `git status`', 'Check for uncommitted files'],
  ['@09:30 Run `make lint`', 'Run `make lint`.'],
])('%s is %s', (a, b) => {
  expect(sameTask(a)).not.toBeNull()
  expect(sameTask(b)).toBe(sameTask(a))
})

it.each([
  ['Run `npm test`', 'Run `npm run test:unit`'],
  ['Run `npm test`', 'Run `npm test -- --watch`'],
  ['Run `npm test`', 'Run `vitest run`'],
  ['Run `eslint .`', 'Run `eslint src`'],
  ['Run `make test`', 'Run `npm test`'],
  ['Run `go test ./...`', 'Run `go vet ./...`'],
  ['Run `npm test` and look at the slowest', 'Run `npm test`'],
  ['Run the unit tests with `npm test`', 'Run `npm test`'],
  ['Run the linter with `npm run lint`', 'Run the linter with `npm run lint:css`'],
  ['Run the linter of the docs with `npm run lint`', 'Run `npm run lint`'],
  ['Is CI green on main?', 'Is CI green on release?'],
  ['Is CI green?', 'Is CI not green?'],
  ['Is main behind release?', 'Is release behind main?'],
  ['Are there issues older than 7 days', 'Are there issues older than 30 days'],
  ['Check for merge conflicts with `main`', 'Check for merge conflicts with `next`'],
  ['Run `npx -p a eslint .`', 'Run `npx -p b eslint .`'],
  ['Run `python -m http.server`', 'Run `http.server`'],
  ['Read `a.md`', 'Read `b.md`'],
])('%s is not %s', (a, b) => expect(sameTask(b) === null || sameTask(b) !== sameTask(a)).toBe(true))

it('no two lines of a template do the same', () => {
  const traits = {
    defaultBranch: 'main',
    remote: 'origin',
    hasGh: true,
    threadName: 'api',
    masterNumber: 1,
    bare: false,
  }
  for (const kind of PLAYBOOK_KINDS) {
    const same = parse(playbookText(kind, traits, { files: new Set(), texts: {} })).tasks.flatMap(
      ({ text }) => sameTask(text) ?? [],
    )
    expect(new Set(same).size, kind).toBe(same.length)
  }
})
