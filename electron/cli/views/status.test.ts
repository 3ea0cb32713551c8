import { describe, expect, it } from 'vitest'
import { statusExitCode } from '../../../shared/views/status/status-code.ts'

/** Of what a person would be told. */
const NOTHING = { openAlerts: 0, known: false, approvalsWanted: 0, permissionsWanted: 0 }

describe('the exit code', () => {
  it.each([
    [[], 0],
    [['quiet', 'paused', 'off', 'new', 'running', 'waiting'], 0],
    [['quiet', 'alert'], 10],
    [['unproven'], 10],
    [['broken', 'urgent'], 20],
    [['broken', 'alert'], 30],
    [['blocked'], 30],
    [['overdue', 'quiet'], 40],
    [['overdue', 'alert'], 10],
  ] as const)('status of %j is %d', (states, code) =>
    expect(
      statusExitCode(
        states.map((state) => ({ ...NOTHING, state })),
        false,
      ),
    ).toBe(code),
  )
  it('status counts an open alert of a thread that runs again', () =>
    expect(statusExitCode([{ ...NOTHING, state: 'running', openAlerts: 1, known: false }], false)).toBe(10))
  it('status counts what waits for an approval while its thread beats', () => {
    expect(statusExitCode([{ ...NOTHING, state: 'running', approvalsWanted: 1 }], false)).toBe(30)
    expect(statusExitCode([{ ...NOTHING, state: 'running', permissionsWanted: 1 }], false)).toBe(30)
  })
  it('status does not count what a person has acknowledged, as the sentence does not, but what came since', () => {
    expect(statusExitCode([{ ...NOTHING, state: 'broken', openAlerts: 0, known: true }], false)).toBe(0)
    expect(statusExitCode([{ ...NOTHING, state: 'broken', openAlerts: 1, known: true }], false)).toBe(30)
    expect(statusExitCode([{ ...NOTHING, state: 'overdue', openAlerts: 0, known: true }], false)).toBe(40)
  })
  it('status of a fleet that cannot beat is that of a broken one, at least', () => {
    expect(statusExitCode([], true)).toBe(30)
    expect(statusExitCode([{ ...NOTHING, state: 'urgent', openAlerts: 1, known: false }], true)).toBe(20)
  })
})
