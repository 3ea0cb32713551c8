import type { AlertId, RunId, ThreadId } from '../../shared/base/ids.ts'
import type { Instant } from '../../shared/base/time.ts'
import type { AskedOfOthers, OtherMachine, RemoteThread } from '../../shared/hub/others/others.ts'
import type { Edit } from '../../shared/hub/order.ts'
import type { RemoteSuggestion } from '../../shared/hub/suggested.ts'
import type { ListedText } from '../../shared/pollination/lines/life.ts'
import type { Tier } from '../../shared/schedule/tier.ts'
import { useQuery } from '@tanstack/react-query'
import { useBridge, type AppContext } from '../client/bridge.ts'
import { write } from '../client/write.ts'
import { HUB } from './copy.ts'

/** What is asked of another machine, with its words as `shared/hub/order.ts` reads them. */
type Order =
  | { readonly verb: 'wake'; readonly args: { readonly thread: ThreadId; readonly tier: null } }
  | {
      readonly verb: 'pause'
      readonly args: { readonly thread: ThreadId; readonly until: null; readonly reason: '' }
    }
  | { readonly verb: 'resume'; readonly args: { readonly thread: ThreadId } }
  | {
      readonly verb: 'acknowledge'
      readonly args: { readonly alerts: readonly [AlertId]; readonly note: null }
    }
  | {
      readonly verb: 'snooze'
      readonly args: { readonly alerts: readonly [AlertId]; readonly until: Instant | 'change' }
    }
  | { readonly verb: 'fetch-run'; readonly args: { readonly run: RunId } }
  | {
      readonly verb: 'decide-suggestion'
      readonly args: Pick<RemoteSuggestion, 'thread' | 'tier' | 'text'> & {
        readonly suggestion: number
        readonly say: 'accept' | 'decline'
        readonly reason: string | null
      }
    }
  | {
      readonly verb: 'propose-edit'
      readonly args: Pick<Edit, 'thread' | 'tier' | 'text' | 'why' | 'from'> & {
        readonly wasTier: Tier
        readonly wasText: string
      }
    }

type Machine = Pick<OtherMachine, 'id' | 'name'>

/** Nothing is shown as done before that machine says so: its row says that it was asked. `name`: of the thread. */
const ask = (app: AppContext, to: Machine, name: string, { verb, args }: Order): Promise<unknown> =>
  write(
    app,
    app.api.hub.send,
    { to: to.id, verb, args },
    {
      stale: [app.api.hub.asked.key()],
      failed: (why) => HUB.asked.notAsked(HUB.asked.verb[verb], name, to.name, why),
    },
  )

export const wake = (app: AppContext, { id, name }: RemoteThread, on: Machine): Promise<unknown> =>
  ask(app, on, name, { verb: 'wake', args: { thread: id, tier: null } })
export const pauseOrResume = (
  app: AppContext,
  { id, name, isPaused }: RemoteThread,
  on: Machine,
): Promise<unknown> =>
  ask(
    app,
    on,
    name,
    isPaused
      ? { verb: 'resume', args: { thread: id } }
      : { verb: 'pause', args: { thread: id, until: null, reason: '' } },
  )

/** An alert, with the name of its thread and its machine. */
interface AlertThere {
  readonly id: AlertId
  readonly name: string
  readonly machine: Machine
}
export const acknowledge = (app: AppContext, { id, name, machine }: AlertThere): Promise<unknown> =>
  ask(app, machine, name, { verb: 'acknowledge', args: { alerts: [id], note: null } })
export const snooze = (
  app: AppContext,
  { id, name, machine }: AlertThere,
  until: Instant | 'change',
): Promise<unknown> => ask(app, machine, name, { verb: 'snooze', args: { alerts: [id], until } })

/** `name`: of its thread. */
export const fetchRun = (app: AppContext, run: RunId, name: string, on: Machine): Promise<unknown> =>
  ask(app, on, name, { verb: 'fetch-run', args: { run } })

export const decide = (
  app: AppContext,
  { thread, number, tier, text, name }: RemoteSuggestion,
  { say, reason = null }: { readonly say: 'accept' | 'decline'; readonly reason?: string | null },
  on: Machine,
): Promise<unknown> =>
  ask(app, on, name, {
    verb: 'decide-suggestion',
    args: { thread, suggestion: number, tier, text, say, reason },
  })

/** Another line in the place of one that stands in its list. False: it was not sent, as is shown. */
export const proposeEdit = async (
  app: AppContext,
  { id, name }: RemoteThread,
  { tier: wasTier, text: wasText }: ListedText,
  line: Pick<Edit, 'tier' | 'text' | 'why'>,
  on: Machine,
): Promise<boolean> =>
  (await ask(app, on, name, {
    verb: 'propose-edit',
    args: { thread: id, ...line, from: 'person', wasTier, wasText },
  })) !== null

/** Of each thread, alert, run and suggestion, by `askedKey`: what was asked last. */
export function useAsked(): ReadonlyMap<string, AskedOfOthers> {
  const { api } = useBridge()
  const { data } = useQuery({
    ...api.hub.asked.queryOptions(),
    select: newestOfEach,
  })
  return data ?? NONE
}
const NONE: ReadonlyMap<string, AskedOfOthers> = new Map()

export const askedKey = (machine: string, about: string): string => `${machine} ${about}`

/** They come newest first. */
const newestOfEach = (all: readonly AskedOfOthers[]): ReadonlyMap<string, AskedOfOthers> =>
  new Map(all.toReversed().map((one) => [askedKey(one.machine, one.about), one]))
