import { describe, expect, it } from 'vitest'
import { taskKey } from '../../playbook/doc.ts'
import { STATUS, traceOf, turnOf, bash, read, own, reported } from '../testing/evidence-facts.ts'

describe('a call as the trace of a task', () => {
  it.each([
    [STATUS, 'git status'],
    [STATUS, `/bin/bash -lc 'git status'`],
    [STATUS, 'cd /repo && git --no-pager status --porcelain=v1 2>&1 | head -20'],
    [STATUS, 'git log -3; git status -sb'],
    ['Run `git fetch origin`; look for upstream changes', 'git fetch --prune origin'],
    ['Run `git log HEAD..origin/main --oneline`; report new commits', 'git log --oneline HEAD..origin/main'],
    [
      'Run `gh pr list --state open`, then `gh pr checks`: CI on open pull requests',
      'gh pr list --json number,statusCheckRollup',
    ],
    ['Check for merge conflicts with `main`', 'git merge-tree $(git merge-base HEAD main) HEAD main'],
    [
      'Flag branches without commits for more than 7 days',
      'git for-each-ref --sort=committerdate refs/heads',
    ],
    ['Check Urgent Flags above; report if anything is flagged', 'cat HEARTBEAT.md'],
    ['Run `npm test`', 'npm test -- --run'],
    ['Run `npm test`', 'CI=1 timeout 60 npm run test --silent'],
    ['Run `npm test -- --coverage`', 'npm test -- --coverage --run'],
    ['Run `./scripts/check.sh fast`', 'bash scripts/check.sh fast'],
    ['Run `make`', 'make -j 4'],
    ['`pytest`', 'pytest tests/unit'],
    ['Execute `npm audit | head -3`', 'npm audit 2>/dev/null | head -3'],
    ['Check `CHANGELOG.md` is up to date', 'head -20 CHANGELOG.md'],
  ])('%s: %s', (text, line) =>
    expect(traceOf(text, { turn: turnOf(bash(line)) })).toMatchObject({
      status: 'passed',
      exitCode: 0,
      command: expect.any(Array),
    }),
  )

  it.each([
    [STATUS, 'echo git status'],
    [STATUS, "cat <<'EOF'\ngit status\nEOF"],
    [STATUS, 'true || git status'],
    [STATUS, 'git stash'],
    ['Run `npm test`', 'npm install test'],
    ['Run `npm test`', 'cat npm test'],
    ['Run `npm test -- --coverage`', 'npm test'],
    ['Run `make`', 'make clean'],
    ['Run `npm audit | head -3`', 'npm audit'],
    // Found by review: these name the command and do nothing.
    ['Run `npm test`', 'npm test --help'],
    ['Run `npm test`', 'npm test --version'],
    ['Run `npm test`', 'npm test -- --dry-run'],
    ['Run `git fetch origin`; look for upstream changes', 'git fetch --dry-run'],
    [STATUS, 'git status --help'],
    ['Check that the CDN is warm', 'git status'],
    ['Check `CHANGELOG.md` is up to date', 'echo CHANGELOG.md'],
  ])('%s is not done by %s', (text, line) =>
    expect(traceOf(text, { turn: turnOf(bash(line)) })).toMatchObject({ status: 'untouched', command: null }),
  )

  it('counts reading the list, and its own tools, for the flags and the review', () => {
    for (const call of [read('/r/HEARTBEAT.md'), own('heartbeat_read'), own('heartbeat_write')]) {
      expect(
        traceOf('Check Urgent Flags above; report if anything is flagged', { turn: turnOf(call) }).status,
      ).toBe('passed')
      expect(
        traceOf('Review all tier lists: prune what no longer fits, evolve the rest', { turn: turnOf(call) })
          .status,
      ).toBe('passed')
      expect(traceOf(STATUS, { turn: turnOf(call) }).status).toBe('untouched')
    }
    expect(
      traceOf('Send the daily summary to the master thread (threadId 1) through `send_message`', {
        turn: turnOf(own('send_message')),
      }).status,
    ).toBe('passed')
  })
  it('counts tools of a git server and of a hosting server', () => {
    expect(
      traceOf(STATUS, {
        turn: turnOf({
          name: 'mcp__git__git_status',
          input: '{"repo_path":"/r"}',
          kind: 'other',
          exitCode: null,
          ok: true,
        }),
      }).status,
    ).toBe('passed')
    expect(
      traceOf('Run `gh issue list`; look for new or ageing items', {
        turn: turnOf({
          name: 'mcp__github__list_issues',
          input: '{}',
          kind: 'other',
          exitCode: null,
          ok: true,
        }),
      }).status,
    ).toBe('passed')
  })
  it('does not count a call that was refused', () =>
    expect(traceOf(STATUS, { turn: turnOf(bash('git status', null, false)) }).status).toBe('untouched'))
  it('takes the last try', () =>
    expect(
      traceOf('Run `npm test`', { turn: turnOf(bash('npm test', 1), bash('npm test', 0)) }),
    ).toMatchObject({ status: 'passed', exitCode: 0 }))

  it('does not let a failed command pass in silence, where the exit code is its own', () => {
    expect(traceOf('Run `npm test`', { turn: turnOf(bash('cd x && npm test', 1)) })).toMatchObject({
      status: 'failed',
      exitCode: 1,
      note: '`npm test` ended with exit code 1, and nothing was said of it.',
    })
    expect(
      traceOf('Run `npm test`', {
        turn: turnOf(bash('npm test', 1)),
        report: reported('Run `npm test`', 'ok', 'one known flake'),
      }),
    ).toMatchObject({ status: 'passed', note: 'one known flake' })
    expect(
      traceOf('Run `gh pr list --state open`, then `gh pr checks`: CI on open pull requests', {
        turn: turnOf(bash('gh pr checks', 1)),
      }).status,
    ).toBe('passed')
  })
})

describe('a command inside a longer line, found by review', () => {
  const TESTS = 'Run `npm test`'
  it.each([
    'npm test || true',
    'npm test; true',
    'npm test | tail -3',
    'npm test &',
    'false && npm test',
    'if false; then npm test; fi',
    '! npm test',
    'npm test; cd x',
    'bash -lc "npm test | tail"',
  ])('needs the agent’s own word besides: %s', (line) => {
    const turn = turnOf(bash(line))
    expect(traceOf(TESTS, { turn })).toMatchObject({
      status: 'untouched',
      note: '`npm test` was a part of a longer command line, so how it ended is not known, and nothing was said of it.',
    })
    expect(traceOf(TESTS, { turn, report: reported(TESTS, 'ok', ' ') }).status).toBe('untouched')
    expect(traceOf(TESTS, { turn, ticked: new Set([taskKey('quick', TESTS)]) }).status).toBe('untouched')
    expect(traceOf(TESTS, { turn, report: reported(TESTS, 'ok', '212 passed') })).toMatchObject({
      status: 'passed',
      note: '212 passed',
    })
  })
  it.each([
    'cd web && npm test',
    'CI=1 npm test',
    'bash -lc "cd web && npm test"',
    'timeout 60 npm test > out.txt 2>&1',
  ])('stands alone all the same: %s', (line) =>
    expect(traceOf(TESTS, { turn: turnOf(bash(line)) }).status).toBe('passed'),
  )
  it('is what the task asked for where the task is such a line', () => {
    expect(
      traceOf('Run `npm test || true`', { turn: turnOf(bash('cd web && npm test || true')) }).status,
    ).toBe('passed')
    expect(traceOf('Run `npm audit | head -3`', { turn: turnOf(bash('npm audit; head -3')) }).status).toBe(
      'untouched',
    )
  })
  it('does not hide an earlier call whose end is known', () =>
    expect(traceOf(TESTS, { turn: turnOf(bash('npm test', 1), bash('npm test | tail -3')) })).toMatchObject({
      status: 'failed',
      exitCode: 1,
    }))
  it('needs no help when help is the task', () =>
    expect(traceOf('Run `mytool check --help`', { turn: turnOf(bash('mytool check --help')) }).status).toBe(
      'passed',
    ))
})
