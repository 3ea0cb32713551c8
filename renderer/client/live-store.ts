import { replaceEqualDeep } from '@tanstack/react-query'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { applyMessage, type Known, type LiveMessage } from '../../shared/views/live.ts'

export type Connection = 'connecting' | 'live' | 'lost'

/** Threads in the order of the snapshot. */
export interface Live extends Known {
  readonly connection: Connection
}
export type LiveStore = StoreApi<Live>

export const createLiveStore = (): LiveStore =>
  createStore(() => ({ connection: 'connecting', fleet: null, threads: new Map() }))

/**
 * What did not change keeps its object, however often it is sent: a part that shows only that renders
 * nothing.
 */
export const liveAfter = (live: Live, message: LiveMessage): Live => ({
  connection: 'live',
  ...applyMessage(live, message, replaceEqualDeep),
})
