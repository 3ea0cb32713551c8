import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { parseJoinCode, type JoinCode } from '../../../../shared/hub/join-code.ts'
import { machineNameProblem, type Machine } from '../../../../shared/hub/machine.ts'
import type { HubRemains, Invitation } from '../../../../shared/hub/status.ts'
import { isLocal } from '../connection/address.ts'
import { openLink, type Link } from '../connection/link.ts'
import { readSchema } from '../connection/schema-number.ts'
import { HUB_FILE, readMembership, writeMembership, type Membership } from '../membership.ts'
import { certificateFor, localReach } from '../local/reach.ts'
import { openMember } from '../postgres-hub.ts'
import { mailing } from '../session/hub-session.ts'
import { inviteOver, type Reach } from './invite.ts'
import { newPassword, scramVerifier } from './scram.ts'

const NAME = { name: 'threadbeat hub' }
const NOT_JOINED = 'this machine has joined no hub'

/** Over a connection as this machine, which ends with the work; it takes nobody's place. */
export async function asMember<T>(
  dataDir: string,
  work: (link: Link, membership: Membership) => Promise<Result<T, Fault>>,
): Promise<Result<T, Fault>> {
  const membership = await readMembership(dataDir)
  if (!membership.ok) return membership
  if (membership.value === null) return err(fault('hub.refused', NOT_JOINED))
  const opened = await openMember(membership.value, NAME)
  if (!opened.ok) return opened
  try {
    const schema = await readSchema(opened.value)
    return schema.ok ? await work(opened.value, membership.value) : schema
  } finally {
    await opened.value.close()
  }
}

/** `reach`: host and port as the other machine is to use them, if they differ from this one's. */
export const invite = (
  dataDir: string,
  reach: Partial<Pick<Reach, 'host' | 'port'>> = {},
): Promise<Result<Invitation, Fault>> =>
  asMember(dataDir, async (link, membership) => {
    const there = { ...membership, ...reach }
    if (!isLocal(membership.host) || isLocal(there.host)) return inviteOver(link, there)
    // It runs here: with the certificate that it has now, which may be a newer one.
    const here = await localReach(link)
    if (!here.ok) return here
    const ca = (await certificateFor(here.value, membership.port)) ?? membership.ca
    return inviteOver(link, { ...there, ca }, here.value.blocked)
  })

const COPY =
  'another Threadbeat is connected as this machine: where this data folder is a copy of that one’s, ' +
  'threadbeat hub leave --forget takes it out of the copy alone; else end that one first'

type Joining = Pick<Machine, 'name' | 'class' | 'version'>

/**
 * Makes this machine one of the fleet and writes `hub.json`. The code is good for one: its password is another one in the
 * same transaction. Where that transaction’s end was not heard, both stand in `hub.json`, and the same code may be
 * tried again.
 */
export async function join(
  dataDir: string,
  text: string,
  { name, class: kind, version }: Joining,
): Promise<Result<Membership, Fault>> {
  const problem = machineNameProblem(name)
  if (problem !== null) return err(fault('hub.refused', problem))
  const code = parseJoinCode(text)
  if (!code.ok) return err(fault('hub.refused', code.error))
  const there = await readMembership(dataDir)
  if (!there.ok) return there
  if (there.value !== null && !isSameTry(there.value, code.value))
    return err(
      fault(
        'hub.refused',
        `this machine has joined the hub at ${there.value.host} already: threadbeat hub leave first`,
      ),
    )
  const opened = await openLink(code.value, NAME)
  if (!opened.ok) return opened.error.state === '28P01' ? usedCode(dataDir, code.value, there.value) : opened
  const link = opened.value
  try {
    const schema = await readSchema(link)
    return schema.ok ? await joinOver(link, dataDir, code.value, { name, class: kind, version }) : schema
  } finally {
    await link.close()
  }
}

async function joinOver(
  link: Link,
  dataDir: string,
  { host, port, database, ca, role, password }: JoinCode,
  { name, class: kind, version }: Joining,
): Promise<Result<Membership, Fault>> {
  const machine = randomUUID()
  const nextPassword = newPassword()
  const pending = { machine, host, port, database, ca, role, password, nextPassword }
  const written = writeMembership(dataDir, pending)
  if (!written.ok) return written
  const verifier = scramVerifier(nextPassword)
  const joined = await link.query('select threadbeat.join_fleet($1, $2, $3, $4, $5)', [
    machine,
    name,
    kind,
    version,
    verifier,
  ])
  if (joined.ok) return settled(dataDir, { ...pending, password: nextPassword, nextPassword: null })
  // The server said no: nothing happened there. Without an answer nobody knows.
  if (joined.error.state !== null) rmSync(path.join(dataDir, HUB_FILE), { force: true })
  return joined
}

/** An earlier try with this code, of which is not known whether it went through. */
const isSameTry = ({ role, nextPassword, password }: Membership, code: JoinCode): boolean =>
  nextPassword !== null && role === code.role && password === code.password

/** It may be used by an earlier try of this machine, whose end it did not hear. */
async function usedCode(
  dataDir: string,
  { host }: JoinCode,
  earlier: Membership | null,
): Promise<Result<Membership, Fault>> {
  if (earlier !== null && earlier.nextPassword !== null) {
    const membership = { ...earlier, password: earlier.nextPassword, nextPassword: null }
    const opened = await openMember(membership, NAME)
    if (opened.ok) {
      await opened.value.close()
      return settled(dataDir, membership)
    }
  }
  return err(
    fault(
      'hub.refused',
      `${host} does not know this code any more: it was used, or is older than a day; ask for a new one`,
    ),
  )
}

/** Another password, known to this machine and, as a verifier, to the hub. */
export const rotate = (dataDir: string): Promise<Result<void, Fault>> =>
  asMember(dataDir, async (link, membership) => {
    const nextPassword = newPassword()
    // What worked just now may have been the second of two.
    const working = await workingPassword(membership)
    if (!working.ok) return working
    const written = writeMembership(dataDir, { ...membership, password: working.value, nextPassword })
    if (!written.ok) return written
    const changed = await link.query('select threadbeat.rotate($1)', [scramVerifier(nextPassword)])
    if (!changed.ok) return changed
    const kept = settled(dataDir, { ...membership, password: nextPassword, nextPassword: null })
    return kept.ok ? ok(undefined) : kept
  })

async function workingPassword({ nextPassword, ...membership }: Membership): Promise<Result<string, Fault>> {
  if (nextPassword === null) return ok(membership.password)
  const opened = await openMember({ ...membership, nextPassword: null }, NAME)
  if (!opened.ok) return opened.error.state === '28P01' ? ok(nextPassword) : opened
  await opened.value.close()
  return ok(membership.password)
}

function settled(dataDir: string, membership: Membership): Result<Membership, Fault> {
  const written = writeMembership(dataDir, membership)
  return written.ok ? ok(membership) : written
}

/**
 * The login ends at once, here and there. On a fault this machine is still joined. `isHere`: a connection of its own is
 * this process's, or there is none; where there is another, this data folder is a copy, which may not end its login.
 */
export const leave = (dataDir: string, isHere = false): Promise<Result<HubRemains, Fault>> =>
  asMember(dataDir, async (link, { machine }) => {
    const elsewhere = await link.query(
      'select id from threadbeat.machine m where m.id = $1 and threadbeat.is_connected(m.id, m.role)',
      [machine],
    )
    if (!elsewhere.ok) return elsewhere
    if (!isHere && elsewhere.value.length > 0) return err(fault('hub.copy', COPY))
    const cleared = await mailing(link, machine, () => 0).clearToldRuns(null)
    if (!cleared.ok) return cleared
    const rows = await link.query('select events, states, mail from threadbeat.leave()')
    if (!rows.ok) return rows
    const { events, states, mail } = rows.value[0] ?? {}
    const forgotten = forget(dataDir)
    return forgotten.ok
      ? ok({ events: Number(events), states: Number(states), mail: Number(mail) })
      : forgotten
  })

/** Where the hub is gone for good, or does not let this machine in: its login, if there is one, stays there. */
export function forget(dataDir: string): Result<void, Fault> {
  try {
    rmSync(path.join(dataDir, HUB_FILE), { force: true })
    return ok(undefined)
  } catch (error) {
    return err(fault('file.write_failed', `${path.join(dataDir, HUB_FILE)}: ${messageOf(error)}`))
  }
}
