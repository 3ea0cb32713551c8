import { expect, it } from 'vitest'
import type { Backtest, Tried } from './tried.ts'
import { tierByTrial, trialText } from './verdict.ts'

const one = (outcome: Tried['outcome'], more: Partial<Tried> = {}): Tried => ({
  commit: 'a',
  at: 0,
  outcome,
  cause: null,
  line: '',
  ms: outcome === 'passed' || outcome === 'failed' ? 1400 : null,
  ...more,
})
const trial = (tried: readonly Tried[], more: Partial<Backtest> = {}): Backtest => ({
  commits: 200,
  isCut: false,
  tried,
  ...more,
})
const times = (n: number, of: Tried): readonly Tried[] => Array.from({ length: n }, () => of)
const cannot = (cause: Tried['cause']): Backtest => trial([one('could_not', { cause })])

it.each<[string, Backtest]>([
  [
    'Would have failed on 3 of 12 commits tried of your last 200, 1.4 s, so: Quick',
    trial([...times(9, one('passed')), ...times(3, one('failed'))]),
  ],
  [
    'Would have failed on 1 of 2 commits tried of your last 200, on the newest too, 1.4 s, so: Quick',
    trial([one('failed'), one('passed')]),
  ],
  [
    'Would have passed on all 2 commits tried of your last 7 (2 had no such script, 1 asked for other packages, ' +
      '1 could not be tried), 1.4 s, so: Quick',
    trial([...times(2, one('passed')), ...times(2, one('absent')), one('other_packages'), one('could_not')], {
      commits: 7,
    }),
  ],
  [
    'Would have passed on its only commit, less than 0.1 s, so: Quick',
    trial([one('passed', { ms: 12 })], { commits: 1 }),
  ],
  [
    'Would have passed on 1 commit tried of your last 200, 42 s, so: Hourly',
    trial([one('passed', { ms: 42_000 })]),
  ],
  [
    'Would have passed on all 2 commits tried of your last 5, 1.4 s, so: Quick. Commits before those ask for other ' +
      'packages than are installed',
    trial(times(2, one('passed')), { commits: 5, isCut: true }),
  ],
  [
    'It fails in a copy of each of the 12 commits tried; whether it finds something or a copy has not all that it ' +
      'needs is not known',
    trial(times(12, one('failed'))),
  ],
  ['Could not be tried here: its newest commit has no such script yet', trial([one('absent')])],
  ['Could not be tried here: it needs a program that is not installed', cannot('program')],
  ['Could not be tried here: it needs the network, so: Daily', cannot('network')],
  ['Could not be tried here: it took longer than 1 min, so: Daily', cannot('slow')],
])('%s', (text, backtest) => expect(trialText(backtest, 'daily')).toBe(text))

it.each<[Tried['ms'], string]>([
  [10_000, 'quick'],
  [10_001, 'hourly'],
  [300_001, 'daily'],
])('what takes %d ms is %s, whatever others have', (ms, tier) => {
  expect(tierByTrial(trial([one('passed', { ms })]), 'daily')).toBe(tier)
  expect(tierByTrial(trial([one('passed', { ms })]), 'quick')).toBe(tier)
})

it('without a measurement the tier of others stays, but for what needs time or the network', () => {
  for (const tier of ['quick', 'hourly', 'daily'] as const) {
    expect(tierByTrial(cannot('packages'), tier)).toBe(tier)
    expect(tierByTrial(trial([one('failed')]), tier)).toBe(tier)
    for (const cause of ['slow', 'network'] as const)
      expect(tierByTrial(cannot(cause), tier)).toBe(tier === 'quick' ? 'hourly' : tier)
  }
})

it('takes the median, so that one cold start does not count', () =>
  expect(
    tierByTrial(trial([one('passed', { ms: 60_000 }), ...times(2, one('passed', { ms: 900 }))]), 'daily'),
  ).toBe('quick'))
