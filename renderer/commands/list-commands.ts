import type { RefObject } from 'react'
import type { AlertId } from '../../shared/base/ids.ts'
import type { AlertState } from '../../shared/alerts/alert.ts'
import { acknowledge, reopen, resolve, snooze } from './actions/alerts.ts'
import { ALERT_COPY } from './actions/alert-copy.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import type { Command } from './command.ts'
import { COMMAND_COPY } from './copy.ts'

const { fleet } = COMMAND_COPY

/** What the keys of the fleet ask of the table of threads. */
export interface FleetList {
  /** To the next (1) or the previous (-1) line, or into the table. */
  walk(by: 1 | -1): void
  toggle(): void
  chooseAll(): void
  menu(): void
}
const inFleet = (
  id: string,
  title: string,
  key: string,
  run: (list: FleetList) => void,
): Command<FleetList> => ({
  id: `fleet.${id}`,
  title,
  keys: [key],
  run: (_, list) => run(list),
})
export const FLEET_LIST = {
  next: inFleet('next', fleet.next, 'J', (list) => list.walk(1)),
  previous: inFleet('previous', fleet.previous, 'K', (list) => list.walk(-1)),
  select: inFleet('select', fleet.select, 'X', (list) => list.toggle()),
  selectAll: inFleet('selectAll', fleet.selectAll, 'Mod+A', (list) => list.chooseAll()),
  menu: inFleet('menu', fleet.menu, '.', (list) => list.menu()),
} as const

type Field = RefObject<HTMLInputElement | null>

/** The field that filters the table. */
export const FLEET_FILTER: Command<Field> = {
  id: 'fleet.filter',
  title: fleet.filter,
  keys: ['/'],
  run(_, input) {
    input.current?.focus()
    input.current?.select()
  },
}

/** The key that leads to Settings leads into their search when they are open. */
export const SETTINGS_SEARCH: Command<Field> = {
  id: 'settings.search',
  title: COMMAND_COPY.places.settings.title,
  keys: ['Mod+,'],
  run(_, input) {
    navigate(PLACES.settings)
    input.current?.focus()
    input.current?.select()
  },
}

/** What the keys of the inbox ask of the list of alerts: of the one that has the focus. */
export interface AlertRowTarget {
  readonly state: AlertState
  walk(by: 1 | -1): void
  /** With all that are selected where this is one of them; `work` resolves to whether it was done. */
  act(work: (ids: readonly AlertId[]) => Promise<boolean>): void
  toggle(): void
  mute(): void
  open(): void
}
type InInbox = Command<AlertRowTarget>
const inInbox = (
  id: keyof typeof ALERT_COPY.keys,
  key: string,
  run: InInbox['run'],
  enabled?: (state: AlertState) => boolean,
): InInbox => ({
  id: `alert.${id}`,
  title: ALERT_COPY.keys[id],
  keys: [key],
  run,
  ...(enabled !== undefined && { enabled: (_, { state }) => enabled(state) }),
})
const isStanding = (state: AlertState): boolean => state !== 'resolved'
const isPut = (state: AlertState): boolean => state !== 'open'

/** What a key does to the alert that has the focus. */
export const ALERT_ROW = {
  next: { ...inInbox('next', 'J', (_, row) => row.walk(1)), also: ['ArrowDown'] },
  previous: { ...inInbox('previous', 'K', (_, row) => row.walk(-1)), also: ['ArrowUp'] },
  acknowledge: inInbox('acknowledge', 'A', (app, row) => row.act((ids) => acknowledge(app, ids)), isStanding),
  snooze: inInbox('snooze', 'S', (app, row) => row.act((ids) => snooze(app, ids, 'hour')), isStanding),
  resolve: inInbox('resolve', 'E', (app, row) => row.act((ids) => resolve(app, ids)), isStanding),
  takeBack: inInbox('takeBack', 'U', (app, row) => row.act((ids) => reopen(app, ids)), isPut),
  select: inInbox('select', 'X', (_, row) => row.toggle()),
  mute: inInbox('mute', 'M', (_, row) => row.mute()),
  open: inInbox('open', 'Enter', (_, row) => row.open()),
} as const
