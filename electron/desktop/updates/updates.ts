import { messageOf } from '../../../shared/base/error-message.ts'
import type { UpdateView } from '../../../shared/contract/app.ts'
import type { Updates } from '../../engine/ports/desktop.ts'

export type Channel = 'stable' | 'beta'

/** Where newer copies come from. Every call may reject with what went wrong. */
export interface Feed {
  /** The version of a newer copy; null: it was answered that there is none. */
  find(channel: Channel): Promise<string | null>
  /** Loads what was found, and looks that it is what the feed names. `onPercent`: 0 to 100. */
  load(onPercent: (percent: number) => void): Promise<void>
  /** Puts what was loaded in the place of this copy and starts it, by way of the app's ordinary end. */
  install(): void
}

interface UpdatesParts {
  readonly current: string
  readonly way: UpdateView['way']
  readonly why: string | null // where it is 'none'
  readonly now: () => number
  /** Loads the code that asks, which is read when it is needed. */
  readonly feed: () => Promise<Feed>
  readonly openPage: (version: string) => void
}

/**
 * Newer copies of the app: looked for when a person asks or has it looked for, loaded when a person says so, and
 * installed only by way of the ordinary end of the app, which asks while a beat runs.
 */
export function createUpdates({ current, way, why, now, feed, openPage }: UpdatesParts): Updates {
  let state: UpdateView['state'] = { kind: 'unknown' }
  let answeredAt: number | null = null
  let asking: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const become = (next: UpdateView['state']): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const failed = (what: 'look' | 'load', error: unknown): void =>
    become({ kind: 'failed', what, text: messageOf(error) })

  async function look(channel: Channel): Promise<void> {
    become({ kind: 'asking' })
    try {
      const version = await (await feed()).find(channel)
      answeredAt = now()
      become(version === null ? { kind: 'newest', channel, at: answeredAt } : { kind: 'found', version })
    } catch (error) {
      failed('look', error)
    }
  }

  async function load(version: string): Promise<void> {
    become({ kind: 'loading', version, percent: 0 })
    try {
      await (await feed()).load((percent) => {
        const whole = Math.floor(percent)
        if (state.kind === 'loading' && state.percent !== whole) become({ ...state, percent: whole })
      })
      become({ kind: 'ready', version })
    } catch (error) {
      failed('load', error)
    }
  }

  return {
    view: () => ({ current, way, why, state, answeredAt }),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ask(channel) {
      // What is being loaded, or waits to be installed, is not looked for again.
      if (way === 'none' || state.kind === 'loading' || state.kind === 'ready') return Promise.resolve()
      return (asking ??= look(channel).finally(() => (asking = null)))
    },
    take() {
      if (state.kind !== 'found') return
      if (way === 'page') openPage(state.version)
      else void load(state.version)
    },
    async install() {
      if (state.kind === 'ready') (await feed()).install()
    },
  }
}
