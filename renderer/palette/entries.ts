import type { RunId } from '../../shared/base/ids.ts'
import { isMuted } from '../../shared/queue/quiet-hours.ts'
import type { FleetView, ThreadView } from '../../shared/views/snapshot.ts'
import {
  DEED_ROWS,
  SECTION_WORDS,
  SETTING_ROWS,
  type SettingSection,
} from '../../shared/settings/setting-rows.ts'
import { TIERS } from '../../shared/schedule/tier.ts'
import { STATE_WORD, TIER_WORD } from '../../shared/views/words.ts'
import { actionsOver } from '../commands/actions.tsx'
import type { AppContext } from '../client/bridge.ts'
import { PALETTE } from './copy.ts'
import { COMMAND_COPY } from '../commands/copy.ts'
import { alertActionsOver } from '../commands/alert-actions.ts'
import { navigate, PLACES, runPath, threadPath, viewPath } from '../client/navigation.ts'
import { COMMANDS } from '../commands/commands.ts'

export type EntryKind = keyof typeof PALETTE.kinds

/** One line of the palette. */
export interface Entry {
  readonly id: string // stable, so that it is known again as recent
  readonly kind: EntryKind
  readonly title: string
  /** By which it is found besides its title. */
  readonly words: string
  readonly keys?: string
  /** What it is like now, at the right. */
  readonly hint?: string
  readonly run: () => void
}

/**
 * All that can be found, what is wanted most first: places, actions, threads, what can be done with each,
 * views, runs. Cheap at 500 threads: no text is searched here.
 */
export function entriesOf(bridge: AppContext, fleet: FleetView, threads: Iterable<ThreadView>): Entry[] {
  const all = [...threads]
  return [
    ...commandEntries(bridge, fleet),
    ...fleet.settings.views.map(viewEntry),
    ...all.map(threadEntry),
    ...SETTINGS,
    ...all.flatMap((t) => threadActions(bridge, fleet, t)),
  ]
}

function commandEntries(bridge: AppContext, fleet: FleetView): Entry[] {
  const { settings, pause } = fleet
  const muted = isMuted(settings, Date.now())
  const isIdle: Readonly<Record<string, boolean>> = {
    'resume.all': pause === null,
    'pause.all': pause !== null,
    'pause.hour': pause !== null,
    unmute: !muted,
    'mute.hour': muted,
    'mute.tomorrow': muted,
    [`theme.${settings.theme}`]: true,
    [`contrast.${settings.contrast}`]: true,
    [`density.${settings.density}`]: true,
    'zoom.reset': settings.zoomPercent === 100,
  }
  return COMMANDS.flatMap(({ id, title, group, keys, words = '', run, unlisted }): Entry[] => {
    if (run === undefined || unlisted === true || isIdle[id] === true) return []
    return [
      {
        id,
        kind: group === COMMAND_COPY.groups.places ? 'place' : 'action',
        title,
        words,
        ...(keys[0] !== undefined && { keys: keys[0] }),
        run: () => run(bridge),
      },
    ]
  })
}

/** Each leads to its part of Settings, where it is changed. */
const SETTINGS: readonly Entry[] = [
  ...SETTING_ROWS.map((row) => ({ ...row, id: row.key })),
  ...DEED_ROWS,
].map(({ id, section, label, words }) => ({
  id: `setting:${id}`,
  kind: 'setting',
  title: label,
  words: PALETTE.search.setting(words),
  hint: SECTION_WORDS[section],
  run: () => navigate(sectionPath(section)),
}))
const sectionPath = (section: SettingSection): string =>
  section === 'agents' ? PLACES.agents : `${PLACES.settings}/${section}`

const viewEntry = ({ name, query }: FleetView['settings']['views'][number]): Entry => ({
  id: `view:${name}`,
  kind: 'view',
  title: name,
  words: PALETTE.search.view(query),
  run: () => navigate(viewPath(query)),
})
const threadEntry = (t: ThreadView): Entry => ({
  id: `thread:${t.id}`,
  kind: 'thread',
  title: t.name,
  words: PALETTE.search.thread(t.number, t.repoPath),
  hint: STATE_WORD[t.state],
  run: () => navigate(threadPath(t.id)),
})

function threadActions(bridge: AppContext, fleet: FleetView, t: ThreadView): Entry[] {
  const actions = actionsOver(bridge)
  const entry = (id: string, title: string, run: () => void, more: Partial<Entry> = {}): Entry => ({
    id: `${id}:${t.id}`,
    kind: 'action',
    title,
    words: '',
    run,
    ...more,
  })
  const alerts = fleet.alerts.filter((a) => a.threadId === t.id).map((a) => a.id)
  const lastId = t.running?.runId ?? t.last?.runId
  return [
    ...(t.trusted
      ? t.running !== null
        ? [entry('watch', PALETTE.watch(t.name), () => actions.beat(t), { words: PALETTE.search.watch })]
        : [
            entry('beat', PALETTE.beat(t.name), () => actions.beat(t), {
              words: PALETTE.search.beat,
              keys: 'B',
            }),
            ...TIERS.map((tier) =>
              entry(
                `beat.${tier}`,
                PALETTE.beatTier(t.name, TIER_WORD[tier].toLowerCase()),
                () => actions.beat(t, tier),
                { words: PALETTE.search.tier },
              ),
            ),
          ]
      : []),
    t.pause === null
      ? entry('pause', PALETTE.pause(t.name), () => actions.pause(t, 'open'), {
          words: PALETTE.search.pause,
          keys: 'P',
        })
      : entry('resume', PALETTE.resume(t.name), () => actions.resume(t), {
          words: PALETTE.search.resume,
          keys: 'P',
        }),
    ...(alerts.length > 0
      ? [
          entry(
            'acknowledge',
            PALETTE.acknowledge(t.name),
            () => void alertActionsOver(bridge).acknowledge(alerts),
            { keys: 'A' },
          ),
        ]
      : []),
    entry('edit', PALETTE.edit(t.name), () => navigate(threadPath(t.id, 'file')), {
      words: PALETTE.search.edit,
      keys: 'E',
    }),
    entry('write', PALETTE.write(t.name), () => navigate(threadPath(t.id, 'conversation')), {
      words: PALETTE.search.write,
    }),
    entry('runs', PALETTE.runs(t.name), () => navigate(threadPath(t.id, 'runs')), {
      words: PALETTE.search.runs,
    }),
    entry('activity', PALETTE.activity(t.name), () => navigate(threadPath(t.id, 'activity')), {
      words: PALETTE.search.activity,
    }),
    entry('settings', PALETTE.settings(t.name), () => navigate(threadPath(t.id, 'settings')), {
      words: PALETTE.search.settings,
      kind: 'setting',
    }),
    entry('reveal', PALETTE.reveal(t.name), () => actions.reveal(t.id), {
      words: PALETTE.search.reveal,
      keys: 'F',
    }),
    ...(lastId === undefined
      ? []
      : [
          entry('last', PALETTE.lastRun(t.name), () => navigate(runPath(lastId)), {
            words: lastId,
            kind: 'run',
          }),
        ]),
  ]
}

/** A run by its whole id, which need not be among what the window knows; null: the text is no id. */
export function runEntry(query: string): Entry | null {
  const id = /^run_[A-Za-z0-9_]{1,60}$/.exec(query.trim())?.[0]
  return id === undefined
    ? null
    : {
        id: `run:${id}`,
        kind: 'run',
        title: PALETTE.run(id),
        words: '',
        run: () => navigate(runPath(id as RunId)),
      }
}
