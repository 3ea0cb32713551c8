import { useState, type ReactNode } from 'react'
import { formatDuration, SECOND } from '../../../shared/base/time.ts'
import { stateWords, stateWordsAsOf } from '../../../shared/hub/machine-state.ts'
import type { OtherMachine, OtherMachines } from '../../../shared/hub/others/others.ts'
import type { HubMembership, Invitation } from '../../../shared/hub/status.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { useOthers } from '../../client/live.ts'
import { useWrite } from '../../client/write.ts'
import { Button } from '../../kit/button.tsx'
import { confirm } from '../../kit/dialog/confirm.ts'
import { inputClass, Row } from '../../kit/field.tsx'
import { CopyLine } from '../../kit/text/copy-line.tsx'
import { fullTime, tableTime, useMinute } from '../../kit/time.ts'
import { Section } from '../parts.tsx'
import { MACHINES as COPY } from './copy.ts'

/** This machine among the others of its hub. */
export function Member({ membership }: { membership: HubMembership }): ReactNode {
  const others = useOthers()
  const { host, port } = membership
  return (
    <>
      <Section id="machines" title={COPY.title}>
        <Row label={COPY.thisMachine}>
          <span className="selectable text-13">{others?.here.name ?? membership.machine}</span>
        </Row>
        <Row label={COPY.hub} help={others?.fault ?? undefined}>
          <span className="selectable text-13">{COPY.at(host, port, COPY.link[others?.link ?? 'off'])}</span>
        </Row>
        <Invite host={host} />
        <Rotate />
        <Leave />
      </Section>
      <Section id="other-machines" title={COPY.others}>
        {others === null || others.machines.length === 0 ? (
          <p className="py-3 text-12 text-ink-3">{COPY.alone}</p>
        ) : (
          <>
            <ul aria-label={COPY.others} className="py-1">
              {others.machines.map((machine) => (
                <MachineLine key={machine.id} machine={machine} others={others} />
              ))}
            </ul>
            <p className="pt-2 pb-1.5 text-12 text-ink-3">{COPY.lost}</p>
            <div className="pb-3">
              <CopyLine text={COPY.lostCommand} what={COPY.commandWhat} />
            </div>
          </>
        )}
      </Section>
    </>
  )
}

/** From here on a clock is told to be off. */
const TOLD_SKEW_MS = 5 * SECOND

function MachineLine({
  machine,
  others: { link, heardAt },
}: {
  machine: OtherMachine
  others: OtherMachines
}): ReactNode {
  const now = useMinute(machine.heardAt)
  const shown = (at: number): string => tableTime(at, now)
  const isOld = link !== 'connected' && heardAt !== null // nobody knows more than what it was then
  const { skewMs } = machine
  const skew = formatDuration(Math.round(Math.abs(skewMs) / SECOND) * SECOND)
  return (
    <li className="flex items-center gap-3 py-1.5 text-12">
      <span className="w-44 shrink-0 truncate text-13 font-medium">{machine.name}</span>
      <span className="w-24 shrink-0 text-ink-3">{COPY.classes[machine.class]}</span>
      <span
        className={`min-w-0 flex-1 truncate ${machine.state === 'wedged' && !isOld ? 'text-urgent' : 'text-ink-2'}`}
      >
        {isOld ? stateWordsAsOf(machine, heardAt, shown) : stateWords(machine, shown)}
      </span>
      {Math.abs(skewMs) >= TOLD_SKEW_MS && (
        <span className="shrink-0 text-alert">{skewMs > 0 ? COPY.ahead(skew) : COPY.behind(skew)}</span>
      )}
      <span className="w-16 shrink-0 text-right text-ink-3 tabular-nums">{machine.version}</span>
    </li>
  )
}

/** The code is shown once: it is kept nowhere but in what stands here. */
function Invite({ host }: { host: string }): ReactNode {
  const { api } = useBridge()
  const [other, setOther] = useState('')
  const invite = useWrite(api.hub.invite, { showsFailure: true })
  return (
    <>
      <Row
        label={COPY.invite}
        help={COPY.inviteHelp}
        error={invite.error === null ? null : messageOf(invite.error)}
      >
        <input
          aria-label={COPY.inviteHost}
          title={COPY.inviteHost}
          className={`${inputClass} w-56`}
          value={other}
          maxLength={255}
          placeholder={host}
          spellCheck={false}
          onChange={(e) => setOther(e.target.value)}
        />
        <Button
          disabled={invite.isPending}
          onClick={() => invite.mutate(other.trim() === '' ? {} : { host: other.trim() })}
        >
          {COPY.inviteCode}
        </Button>
      </Row>
      {invite.data !== undefined && <Invited invitation={invite.data} />}
    </>
  )
}

const Invited = ({ invitation }: { invitation: Invitation }): ReactNode => (
  <div className="border-b border-line py-3 text-12">
    <CopyLine text={invitation.code} what={COPY.codeWhat} />
    <p className="mt-1.5 text-ink-3">{COPY.codeOnce(fullTime(invitation.expiresAt))}</p>
    {invitation.isForThisMachineOnly && <p className="text-alert">{COPY.hereOnly(invitation.host)}</p>}
    {invitation.blocked !== null && <p className="text-alert">{COPY.blocked(invitation.blocked)}</p>}
  </div>
)

function Rotate(): ReactNode {
  const { api } = useBridge()
  const rotate = useWrite(api.hub.rotate, { done: COPY.rotated, showsFailure: true })
  return (
    <Row
      label={COPY.rotate}
      help={COPY.rotateHelp}
      error={rotate.error === null ? null : messageOf(rotate.error)}
    >
      <Button disabled={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
        {COPY.rotateYes}
      </Button>
    </Row>
  )
}

/** Where the hub does not answer it can be forgotten. */
function Leave(): ReactNode {
  const { api } = useBridge()
  const [isAsking, setAsking] = useState(false)
  const stale = [api.hub.key()]
  const leave = useWrite(api.hub.leave, {
    done: ({ events, states }) => COPY.left(events, states),
    stale,
    showsFailure: true,
  })
  const forget = useWrite(api.hub.forget, { done: COPY.forgotten, stale })
  const ask = async (): Promise<void> => {
    setAsking(true)
    const yes = await confirm({
      title: COPY.leaveTitle,
      text: COPY.leaveText,
      yes: COPY.leaveYes,
      danger: true,
    })
    setAsking(false)
    if (yes) leave.mutate(undefined)
  }
  return (
    <Row
      label={COPY.leave}
      help={leave.isError ? COPY.forgetText : COPY.leaveHelp}
      error={leave.error === null ? null : messageOf(leave.error)}
    >
      <span className="flex gap-1.5">
        {leave.isError && (
          <Button disabled={forget.isPending} onClick={() => forget.mutate(undefined)}>
            {COPY.forget}
          </Button>
        )}
        <Button disabled={isAsking || leave.isPending} onClick={() => void ask()}>
          {COPY.leaveButton}
        </Button>
      </span>
    </Row>
  )
}
