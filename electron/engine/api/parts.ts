import { implement, ORPCError } from '@orpc/server'
import { contract } from '../../../shared/contract/api.ts'
import type { Check, WebhookIn } from '../../../shared/contract/app.ts'
import { asSentence, HistoryDamaged, WriteRefused, type Fault } from '../../../shared/base/faults.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Engine } from '../loop/engine.ts'
import type { Documents } from '../playbook/documents.ts'
import type { HandOver, Launcher, Shell } from '../ports/desktop.ts'
import type { HubDoor } from '../ports/hub.ts'
import type { Keeping, LongFiles } from '../ports/disk.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { ForesightView } from '../views/foresight.ts'
import type { Views } from '../views/views.ts'

/**
 * Who is calling. Both are the owner: the window through its port, the command line through a socket only
 * the owner can open.
 */
export interface ApiContext {
  readonly origin: 'window' | 'socket' | 'test'
}

/** The contract, to be answered method by method. */
export const os = implement(contract)
  .$context<ApiContext>()
  .use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      if (error instanceof WriteRefused)
        throw new ORPCError('INSUFFICIENT_STORAGE', { status: 507, message: asSentence(error.message) })
      if (error instanceof HistoryDamaged)
        throw new ORPCError('SERVICE_UNAVAILABLE', { status: 503, message: asSentence(error.message) })
      throw error
    }
  })

/** The local webhook, as the host runs it. */
export interface IncomingWebhook {
  state(): Promise<WebhookIn>
  rotate(): Promise<WebhookIn>
}

export interface ApiParts {
  readonly ports: Ports
  readonly store: Store
  readonly engine: Engine
  readonly documents: Documents
  readonly views: Views
  readonly foresight: ForesightView
  readonly incoming: IncomingWebhook
  readonly shell: Shell | null // null: no window
  readonly diagnose: (terminalFinds: string | null) => Promise<readonly Check[]>
  /** Absent: nothing is kept beside the history, as in tests. */
  readonly keeping?: Keeping | undefined
  /** Absent: nothing can be handed over from here. */
  readonly handOver?: HandOver | undefined
  /** Absent: nothing is written beside the history, as in tests. */
  readonly launcher?: Launcher | undefined
  /** Makes the master's own folder, an empty repository; its path. Absent: there is no data folder, as in tests. */
  readonly mastersFolder?: () => Promise<Result<string, Fault>>
  /** The person's own variables, for what they say of an account. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Absent: no machine can be joined with this one, as in tests. */
  readonly hub?: HubDoor
  /** Absent: nothing can be exported. */
  readonly longFiles?: LongFiles
}

export type CoreParts = Pick<ApiParts, 'ports' | 'store' | 'engine'>
