import { HOUR, MINUTE, SECOND } from '../../base/time.ts'
import { choice, count, duration, onOff, STRUCTURED, type SettingGroup } from '../setting-value.ts'

export const SCHEDULE_SETTINGS = {
  /** Runs at a time, and heartbeats among them; at least one slot stays free for messages unless there is only one. */
  maxRuns: {
    value: count(2, [1, 8]),
    group: 'At the same time',
    label: 'Runs at a time',
    help: 'Messages and heartbeats together, {bounds}. At 1 local checks wait behind agents too.',
    words: 'parallel concurrency',
  },
  maxHeartbeats: {
    value: count(1, [1, 7]),
    group: 'At the same time',
    label: 'Heartbeats at a time',
    help: 'Fewer than the runs, so that a message never waits behind heartbeats. Local checks have as many places of their own.',
    words: 'parallel concurrency',
  },
  /** Absolute limit of a run, by its highest tier. */
  quickLimitMs: {
    value: duration(90 * SECOND, [5 * SECOND, HOUR]),
    group: 'Limits of a beat',
    label: 'Limit of a quick beat',
    help: 'After this the run and everything it started is ended.',
    words: 'timeout',
  },
  hourlyLimitMs: {
    value: duration(5 * MINUTE, [5 * SECOND, 2 * HOUR]),
    group: 'Limits of a beat',
    label: 'Limit of an hourly beat',
    help: '{bounds}.',
    words: 'timeout',
  },
  dailyLimitMs: {
    value: duration(20 * MINUTE, [5 * SECOND, 6 * HOUR]),
    group: 'Limits of a beat',
    label: 'Limit of a daily beat',
    help: '{bounds}.',
    words: 'timeout',
  },
  /** Beats that nobody asked for hold back while a person is at work in the repository. */
  outOfTheWay: {
    value: onOff(true),
    group: 'Out of your way',
    label: 'Wait while you work',
    help: 'Beats that nobody asked for hold back while somebody is at work in the repository: a lock of git, a rebase or merge under way, an agent of yours, edits of the last minutes. They run in the gap.',
    words: 'editing lock rebase',
  },
  /** On battery: as ever, at most each half hour, or none that nobody asked for. */
  onBattery: {
    value: choice('calm', {
      run: 'No change',
      calm: 'At most each half hour',
      hold: 'Only what you ask for',
    }),
    group: 'Out of your way',
    label: 'On battery',
    help: 'What you ask for always runs.',
    words: 'power laptop',
  },
  /** On mains the system is asked not to go to sleep while an agent works. */
  stayAwake: {
    value: onOff(true),
    group: 'Out of your way',
    label: 'Stay awake while an agent works',
    help: 'On mains power the system is asked not to go to sleep before the run is over. The screen may go dark. Without a window (threadbeat serve) nothing is asked.',
    words: 'sleep suspend power caffeine',
  },
  onMetered: {
    value: choice('run', { run: 'No change', hold: 'Only what you ask for' }),
    group: 'Out of your way',
    label: 'On a metered network',
    help: 'A phone’s hotspot, for example. Agents need the network.',
    words: 'hotspot mobile data',
  },
  /** Tool calls of one run before it is stopped, by its turn. */
  quickCalls: {
    value: count(40, [1, 5000]),
    group: 'Limits of one agent run',
    label: 'Tool calls of a quick beat',
    help: 'More than this, and the run is ended: it went round in circles.',
    words: 'runaway',
  },
  hourlyCalls: {
    value: count(80, [1, 5000]),
    group: 'Limits of one agent run',
    label: 'Tool calls of an hourly beat',
    help: '{bounds}.',
    words: 'runaway',
  },
  dailyCalls: {
    value: count(200, [1, 5000]),
    group: 'Limits of one agent run',
    label: 'Tool calls of a daily beat',
    help: '{bounds}.',
    words: 'runaway',
  },
  messageCalls: {
    value: count(500, [1, 5000]),
    group: 'Limits of one agent run',
    label: 'Tool calls of a message',
    help: '{bounds}.',
    words: 'runaway',
  },
  /** The same tool call, one after the other, before a run is stopped. */
  repeatedCalls: {
    value: count(8, [2, 100]),
    group: 'Limits of one agent run',
    label: 'The same call one after the other',
    help: 'As often as this, and the run is ended.',
    words: 'loop runaway',
  },
  /** What agents may use up; the tightest one counts. A thread's own cap takes the place of the one for each. */
  caps: { value: STRUCTURED, elsewhere: 'Budgets are set on the Agents page, beside what was used.' },
} as const satisfies SettingGroup
