import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { machineNameProblem, type MachineClass } from '../../../shared/hub/machine.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { useWrite } from '../../client/write.ts'
import { Button } from '../../kit/button.tsx'
import { inputClass, Row } from '../../kit/field.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { CopyLine } from '../../kit/text/copy-line.tsx'
import { Section } from '../parts.tsx'
import { MACHINES as COPY } from './copy.ts'

/** What a hub is, and how this machine joins one. */
export const Join = (): ReactNode => (
  <Section id="machines" title={COPY.title}>
    <div className="border-b border-line py-3">
      <p className="max-w-[72ch] text-13 text-ink-2">{COPY.about}</p>
      <p className="mt-2 mb-1.5 max-w-[72ch] text-12 text-ink-3">{COPY.how}</p>
      <div className="max-w-96">
        <CopyLine text={COPY.command} what={COPY.commandWhat} />
      </div>
    </div>
    <JoinForm />
  </Section>
)

function useJoining() {
  const { api } = useBridge()
  return useWrite(api.hub.join, {
    done: ({ host }) => COPY.joined(host),
    stale: [api.hub.key()],
    showsFailure: true,
  })
}

function JoinForm(): ReactNode {
  const join = useJoining()
  const id = useId()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<MachineClass>('workstation')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const input = { name: name.trim(), class: kind, code: code.trim() }
    const found = problemOf(input)
    setProblem(found)
    if (found === null) join.mutate(input)
  }
  const failure = join.error === null ? null : messageOf(join.error)
  return (
    <form onSubmit={send}>
      <Row label={COPY.name} help={COPY.nameHelp} htmlFor={`${id}-name`}>
        <input
          id={`${id}-name`}
          className={`${inputClass} w-56`}
          value={name}
          maxLength={100}
          placeholder={COPY.namePlaceholder}
          spellCheck={false}
          onChange={(e) => setName(e.target.value)}
        />
      </Row>
      <Row label={COPY.class} help={COPY.classHelp}>
        <Select label={COPY.class} value={kind} options={COPY.classes} onChange={setKind} />
      </Row>
      <Row label={COPY.code} help={COPY.codeHelp} htmlFor={`${id}-code`} error={problem ?? failure}>
        {/* A secret until it is used. */}
        <input
          id={`${id}-code`}
          type="password"
          autoComplete="off"
          className={`${inputClass} w-56 font-mono`}
          value={code}
          onChange={(e) => setCode(e.target.value)}
        />
        <Button type="submit" look="primary" disabled={join.isPending} className="mt-1">
          {join.isPending ? COPY.joining : COPY.join}
        </Button>
      </Row>
      <BecomeHub name={name.trim()} kind={kind} />
    </form>
  )
}

/** The first machine: under the name and the kind that stand above. */
function BecomeHub({ name, kind }: { name: string; kind: MachineClass }): ReactNode {
  const { api } = useBridge()
  const [problem, setProblem] = useState<string | null>(null)
  const make = useWrite(api.hub.makeHere, {
    done: (here) => (here.is === 'made' ? madeWords(here.blocked) : null),
    stale: [api.hub.key()],
    showsFailure: true,
  })
  const start = (): void => {
    const found = name === '' ? COPY.here.nameless : machineNameProblem(name)
    setProblem(found)
    if (found === null) make.mutate({ name, class: kind })
  }
  const failure = make.error === null ? null : messageOf(make.error)
  return (
    <>
      <Row label={COPY.here.label} help={COPY.here.help} error={problem ?? failure}>
        <Button disabled={make.isPending} onClick={start}>
          {make.isPending ? COPY.here.working : COPY.here.button}
        </Button>
      </Row>
      {make.data?.is === 'missing' && <First {...make.data} />}
    </>
  )
}

const madeWords = (blocked: string | null): string =>
  blocked === null ? COPY.here.made : `${COPY.here.made} ${COPY.blocked(blocked)}`

/** What a person does before it can be made. */
const First = ({ why, command }: { why: string; command: string | null }): ReactNode => (
  <div role="alert" className="py-3 text-12 text-alert">
    <p className="mb-1.5">{command === null ? COPY.here.missing(why) : COPY.here.first(why)}</p>
    {command !== null && <CopyLine text={command} what={COPY.commandWhat} />}
  </div>
)

function problemOf({ name, code }: { name: string; code: string }): string | null {
  if (name === '' || code === '') return COPY.incomplete
  return machineNameProblem(name)
}
