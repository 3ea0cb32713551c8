import type { Tier } from '../../shared/schedule/tier.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import type { AppContext } from '../client/bridge.ts'
import {
  attemptsPath,
  navigate,
  runPath,
  THREAD_TABS,
  tabKeys,
  threadPath,
  type ThreadTab,
} from '../client/navigation.ts'
import { acknowledge, mute, snooze, withAlertsOf, type MuteKey } from './actions/alerts.ts'
import { ALERT_COPY } from './actions/alert-copy.ts'
import { beatThread } from './actions/beat.tsx'
import { pause, resume } from './actions/pause.ts'
import { removeThread } from './actions/removal.tsx'
import { openIn, pin } from './actions/threads.tsx'
import { useAsking } from './asking.ts'
import type { Command } from './command.ts'
import { COMMAND_COPY } from './copy.ts'

/** What can be done to one thread: from its row, its page, a card, the palette. */
export interface ThreadCommand<Outcome = unknown> extends Command<ThreadView, Outcome> {
  /**
   * Menus and the palette do not offer it for a repository that is not trusted. A key asks the engine all
   * the same, which says why not.
   */
  readonly needsTrust?: true
  /** Its line in the palette; null: none now. Absent: never. */
  readonly found?: (thread: ThreadView) => FoundAs | null
}
interface FoundAs {
  readonly title: string
  /** Further words by which it is found. */
  readonly words: string
  /** An action, if absent. */
  readonly kind?: 'setting' | 'run'
}

const { menu, keys, find } = COMMAND_COPY

type More<Outcome> = Partial<Omit<ThreadCommand<Outcome>, 'id' | 'title' | 'keys' | 'run'>>
/** With a key: listed among them under what it does. */
const keyed = (
  id: keyof typeof keys,
  key: string,
  run: (app: AppContext, thread: ThreadView) => void,
  more: More<void> = {},
): ThreadCommand<void> => ({ id: `thread.${id}`, title: keys[id], keys: [key], run, ...more })
const plain = <Outcome>(
  id: string,
  title: string,
  run: (app: AppContext, thread: ThreadView) => Outcome,
  more: More<Outcome> = {},
): ThreadCommand<Outcome> => ({ id: `thread.${id}`, title, keys: [], run, ...more })

const to = (tab: ThreadTab) => (_: AppContext, thread: ThreadView) => navigate(threadPath(thread.id, tab))
const hasAlerts = (_: AppContext, thread: ThreadView): boolean => thread.openAlerts > 0

const beatTier = (tier: Tier): ThreadCommand<void> =>
  plain(`beat.${tier}`, menu.tiers[tier], (app, thread) => beatThread(app, thread, tier), {
    needsTrust: true,
    found: ({ name, running }) =>
      running === null
        ? { title: find.beatTier(name, TIER_WORD[tier].toLowerCase()), words: find.words.tier }
        : null,
  })
const muteFor = (key: MuteKey): ThreadCommand<Promise<boolean>> =>
  plain(`mute.${key}`, ALERT_COPY.muteThread[key], (app, thread) => mute(app, thread, key))

export const THREAD = {
  open: keyed('open', 'Enter', to('overview'), { label: () => menu.open }),
  beat: keyed('beat', 'B', (app, thread) => beatThread(app, thread), {
    label: (t) => (t.running === null ? menu.beat : menu.watch),
    needsTrust: true,
    found: ({ name, running }) =>
      running === null
        ? { title: find.beat(name), words: find.words.beat }
        : { title: find.watch(name), words: find.words.watch },
  }),
  beatQuick: beatTier('quick'),
  beatHourly: beatTier('hourly'),
  beatDaily: beatTier('daily'),
  chooseTier: keyed('chooseTier', 'Shift+B', (_, { id }) => useAsking.getState().askTier(id), {
    label: () => menu.chooseTier,
    needsTrust: true,
  }),
  pause: keyed(
    'pause',
    'P',
    (app, thread) => (thread.pause === null ? pause(app, thread, 'open') : resume(app, thread)),
    {
      label: (t) => (t.pause === null ? menu.pause : menu.resume),
      found: ({ name, pause: isPaused }) =>
        isPaused === null
          ? { title: find.pause(name), words: find.words.pause }
          : { title: find.resume(name), words: find.words.resume },
    },
  ),
  pauseHour: plain('pause.hour', menu.pauseHour, (app, thread) => pause(app, thread, 'hour')),
  resume: plain('resume', menu.resume, resume),
  acknowledge: keyed(
    'acknowledge',
    'A',
    (app, thread) => void withAlertsOf(app, thread, (ids) => acknowledge(app, ids)),
    {
      label: () => menu.acknowledge,
      enabled: hasAlerts,
      found: ({ name, openAlerts }) => (openAlerts > 0 ? { title: find.acknowledge(name), words: '' } : null),
    },
  ),
  snooze: keyed(
    'snooze',
    'S',
    (app, thread) => void withAlertsOf(app, thread, (ids) => snooze(app, ids, 'hour')),
    { label: () => menu.snooze, enabled: hasAlerts },
  ),
  muteHour: muteFor('hour'),
  muteTomorrow: muteFor('tomorrow'),
  muteForever: muteFor('forever'),
  unmute: muteFor('off'),
  edit: keyed('edit', 'E', to('file'), {
    label: () => menu.edit,
    found: ({ name }) => ({ title: find.edit(name), words: find.words.edit }),
  }),
  editor: keyed('editor', 'O', (app, thread) => openIn(app, thread, 'editor')),
  terminal: keyed('terminal', 'T', (app, thread) => openIn(app, thread, 'terminal')),
  files: keyed('files', 'F', (app, thread) => openIn(app, thread, 'files'), {
    found: ({ name }) => ({ title: find.reveal(name), words: find.words.reveal }),
  }),
  // G alone begins "go to".
  remote: keyed('remote', 'Shift+G', (app, thread) => openIn(app, thread, 'remote'), {
    label: () => menu.remote,
    needsTrust: true,
  }),
  pin: keyed('pin', 'Shift+P', pin, { label: (t) => (t.pinned ? menu.unpin : menu.pin) }),
  tags: plain('tags', menu.tags, (_, { id }) => useAsking.getState().askTags([id])),
  write: plain('write', menu.write, to('conversation'), {
    found: ({ name }) => ({ title: find.write(name), words: find.words.write }),
  }),
  attempts: plain('attempts', menu.attempts, (_, { id }) => navigate(attemptsPath(id)), {
    needsTrust: true,
    found: ({ name }) => ({ title: find.attempts(name), words: find.words.attempts }),
  }),
  runs: plain('runs', menu.runs, to('runs'), {
    found: ({ name }) => ({ title: find.runs(name), words: find.words.runs }),
  }),
  activity: plain('activity', menu.activity, to('activity'), {
    found: ({ name }) => ({ title: find.activity(name), words: find.words.activity }),
  }),
  settings: plain('settings', menu.settings, to('settings'), {
    found: ({ name }) => ({ title: find.settings(name), words: find.words.settings, kind: 'setting' }),
  }),
  lastRun: plain('last', menu.lastRun, (_, { last }) => last !== null && navigate(runPath(last.runId)), {
    enabled: (_, { last }) => last !== null,
    found: ({ name, last }) =>
      last === null ? null : { title: find.lastRun(name), words: last.runId, kind: 'run' },
  }),
  remove: plain('remove', menu.remove, (app, thread) => void removeThread(app, thread), { isDanger: true }),
} as const

/** What a key does to the thread of a row. */
export const ROW_COMMANDS: readonly ThreadCommand[] = Object.values(THREAD).filter((c) => c.keys.length > 0)

/** What the page of one thread takes of them; the rest needs the list. */
export const PAGE_COMMANDS: readonly ThreadCommand[] = ROW_COMMANDS.filter(
  (c) => c !== THREAD.open && c !== THREAD.chooseTier,
)

/** What the palette finds of each thread. */
export const FOUND_COMMANDS: readonly ThreadCommand[] = [
  THREAD.beat,
  THREAD.beatQuick,
  THREAD.beatHourly,
  THREAD.beatDaily,
  THREAD.pause,
  THREAD.acknowledge,
  THREAD.edit,
  THREAD.write,
  THREAD.runs,
  THREAD.activity,
  THREAD.settings,
  THREAD.files,
  THREAD.lastRun,
]

/** The tabs of a thread's page. */
export const TAB_COMMANDS: readonly Command<ThreadView>[] = THREAD_TABS.map((tab) => ({
  id: `thread.tab.${tab}`,
  title: COMMAND_COPY.tabs[tab],
  keys: [tabKeys(tab)],
  run: (_, { id }) => navigate(threadPath(id, tab), { replace: true }),
}))
