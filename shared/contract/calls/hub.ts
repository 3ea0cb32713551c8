import { type } from '@orpc/contract'
import * as z from 'zod'
import type { RemoteList } from '../../hub/list.ts'
import { MACHINE_CLASSES } from '../../hub/machine.ts'
import { MAIL_VERBS } from '../../hub/mail.ts'
import type { AskedOfOthers, OthersDetails, RemoteOutcomes } from '../../hub/others/others.ts'
import type {
  HubDetails,
  HubHere,
  HubMembership,
  HubRemains,
  HubRemoved,
  HubStatus,
  HubUpgrade,
  Invitation,
  MailAnswer,
  RemoteFleet,
} from '../../hub/status.ts'
import type { ToldRun } from '../../hub/told-run.ts'
import { base, nothing, text, threadId } from './inputs.ts'

const reach = { host: text(255).optional(), port: z.number().int().min(1).max(65_535).optional() }

/** Several machines that are one fleet. UNAVAILABLE: the hub does not answer, refuses, or none was joined. */
export const hubCalls = {
  hub: {
    /** Without asking the hub. */
    status: base.output(type<HubStatus>()),
    details: base.output(type<HubDetails>()),
    fleet: base.output(type<RemoteFleet>()),
    /** From memory, as far as others were heard since the start; asked again when `rev` of the snapshot has moved. */
    others: base.output(type<OthersDetails>()),
    /** What another machine told last of a list that may be read; from memory. null: it may not be, or was not told. */
    list: base
      .input(z.strictObject({ machine: text(100), thread: threadId }))
      .output(type<RemoteList | null>()),
    /** Asks the hub: what other machines ran, by when the hub heard of it, newest first. */
    outcomes: base
      .input(
        z.strictObject({
          machine: text(100).nullable(), // null: of all others
          before: text(2000).nullable(), // `next` of the page above; null: the newest
          limit: z.number().int().min(1).max(500),
        }),
      )
      .output(type<RemoteOutcomes>()),
    /** What this machine asked of others since it started, newest first; from memory. */
    asked: base.output(type<readonly AskedOfOthers[]>()),
    /** What another machine answered to `fetch-run`; null: nothing yet, or it was not asked since the start. */
    toldRun: base
      .input(z.strictObject({ machine: text(100), run: text(110) }))
      .output(type<ToldRun | null>()),
    /** `url`: of the database's administrator; `ca`: PEM. Neither is kept here. */
    init: base
      .input(z.strictObject({ url: text(4096), ca: text(100_000).nullable(), ...reach }))
      .output(type<Invitation>()),
    /** Makes the hub with the PostgreSQL that runs on this machine, and joins it. */
    makeHere: base
      .input(z.strictObject({ name: text(100), class: z.enum(MACHINE_CLASSES) }))
      .output(type<HubHere>()),
    upgrade: base
      .input(z.strictObject({ url: text(4096), ca: text(100_000).nullable() }))
      .output(type<HubUpgrade>()),
    /** Ends the login of another machine; `machine`: its name or its id. The address as for `init`. */
    remove: base
      .input(z.strictObject({ url: text(4096), ca: text(100_000).nullable(), machine: text(200) }))
      .output(type<HubRemoved>()),
    invite: base.input(z.strictObject(reach)).output(type<Invitation>()),
    join: base
      .input(z.strictObject({ code: text(20_000), name: text(100), class: z.enum(MACHINE_CLASSES) }))
      .output(type<HubMembership>()),
    /** Another password of this machine's login. */
    rotate: base.output(nothing),
    leave: base.output(type<HubRemains>()),
    /** Also where the hub does not answer: its login stays there. */
    forget: base.output(nothing),
    /** To another machine; it expires after a day. Returns its id. */
    send: base
      .input(
        z.strictObject({
          to: text(100),
          verb: z.enum(MAIL_VERBS),
          args: z.record(z.string().max(100), z.unknown()),
        }),
      )
      .output(type<string>()),
    answer: base.input(z.strictObject({ id: text(100) })).output(type<MailAnswer>()),
  },
}
