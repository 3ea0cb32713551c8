import { Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { agentConfigSchema, type AgentConfig } from '../../shared/agent-config.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { attempt } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { Button } from '../components/button.tsx'
import { confirm } from '../components/dialog.tsx'
import { inputClass, Row, Select } from '../components/field.tsx'

const KINDS = { local: 'Local checks', command: 'Command' } as const

/** Who works the heartbeats. What is executed is shown word by word before it counts. */
export function Runner({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const [kind, setKind] = useState<AgentConfig['kind']>(thread.agent.kind)
  const [argv, setArgv] = useState<readonly string[]>(thread.agent.kind === 'command' ? thread.agent.argv : [''])
  const [env, setEnv] = useState<readonly (readonly [string, string])[]>(thread.agent.kind === 'command' ? Object.entries(thread.agent.env) : [])
  const [replyPath, setReplyPath] = useState(thread.agent.kind === 'command' ? (thread.agent.replyPath ?? '') : '')
  const [error, setError] = useState<string | null>(null)
  const draft = { kind, ...(kind === 'command' && { argv: argv.filter((a, i) => i === 0 || a !== ''), ...(replyPath !== '' && { replyPath }), env: Object.fromEntries(env.filter(([name]) => name !== '')) }) }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(thread.agent)

  const save = async (): Promise<void> => {
    const read = agentConfigSchema.safeParse(draft)
    if (!read.success) {
      const issue = read.error.issues[0]
      return setError(issue?.path[0] === 'env' ? 'Names in the environment may have letters, digits and _ only.' : issue?.path[0] === 'replyPath' ? 'The place of the reply is names with dots between them, such as result or items.0.text.' : 'The first row names the program and cannot be empty.')
    }
    setError(null)
    const agent = read.data
    const yes = await confirm({
      title: agent.kind === 'local' ? `Use local checks for ${thread.name}?` : `Run this command for ${thread.name}?`, yes: agent.kind === 'local' ? 'Use local checks' : 'Use this command',
      text: agent.kind === 'local' ? 'No model is started. Built-in checks and approved commands do the work.' : <CommandAsItRuns agent={agent} repoPath={thread.repoPath} />,
    })
    if (yes) await attempt(client.threads.setAgent({ id: thread.id, agent, confirmed: true }), 'Runner changed. The next beat uses it.')
  }

  return (
    <>
      <Row label="Who works the heartbeats" help={kind === 'local' ? 'Built-in checks and approved commands, no model. Tasks that only an agent can do wait and are counted.' : 'Any program. It gets the prompt on its standard input, works in the repository, and its answer is read from what it prints.'}>
        <Select label="Runner" value={kind} options={KINDS} onChange={setKind} />
      </Row>
      {kind === 'command' && (
        <div className="border-b border-line py-3">
          <h3 className="text-13 font-medium">Arguments</h3>
          <p className="mb-2 text-12 text-ink-3">One row is one argument, passed exactly as written. No shell: quotes, pipes and variables mean nothing here.</p>
          <ol className="flex flex-col gap-1.5">
            {argv.map((arg, i) => (
              <li key={i} className="flex items-center gap-2">
                <span className="w-5 text-right text-12 text-ink-3">{i + 1}</span>
                <input className={`${inputClass} flex-1 font-mono text-12`} aria-label={i === 0 ? 'Program' : `Argument ${i}`} placeholder={i === 0 ? 'program' : ''} value={arg} spellCheck={false} onChange={(e) => setArgv(argv.with(i, e.target.value))} />
                <Button look="ghost" size="icon" aria-label={`Remove row ${i + 1}`} disabled={argv.length === 1} onClick={() => setArgv(argv.toSpliced(i, 1))}><X size={14} /></Button>
              </li>
            ))}
          </ol>
          <Button size="s" look="ghost" className="mt-1 ml-7" onClick={() => setArgv([...argv, ''])}><Plus size={13} /> Add an argument</Button>
          <h3 className="mt-3 text-13 font-medium">Reply</h3>
          <p className="mb-2 text-12 text-ink-3">Empty: all it prints is the reply. For a program that prints JSON: where the text stands, such as result.</p>
          <input className={`${inputClass} ml-7 w-64 font-mono text-12`} aria-label="Place of the reply in JSON" placeholder="result" value={replyPath} spellCheck={false} onChange={(e) => setReplyPath(e.target.value.trim())} />
          <h3 className="mt-3 text-13 font-medium">Environment</h3>
          <p className="mb-2 text-12 text-ink-3">Added to the few variables a runner gets anyway. Values are kept in Threadbeat’s data folder.</p>
          <ul className="flex flex-col gap-1.5">
            {env.map(([name, value], i) => (
              <li key={i} className="flex items-center gap-2 pl-7">
                <input className={`${inputClass} w-48 font-mono text-12`} aria-label={`Variable ${i + 1}`} placeholder="NAME" value={name} spellCheck={false} onChange={(e) => setEnv(env.with(i, [e.target.value, value]))} />
                <input className={`${inputClass} flex-1 font-mono text-12`} aria-label={`Value of variable ${i + 1}`} value={value} spellCheck={false} onChange={(e) => setEnv(env.with(i, [name, e.target.value]))} />
                <Button look="ghost" size="icon" aria-label={`Remove variable ${i + 1}`} onClick={() => setEnv(env.toSpliced(i, 1))}><X size={14} /></Button>
              </li>
            ))}
          </ul>
          <Button size="s" look="ghost" className="mt-1 ml-7" onClick={() => setEnv([...env, ['', '']])}><Plus size={13} /> Add a variable</Button>
        </div>
      )}
      {(isChanged || error !== null) && (
        <div className="flex items-center justify-end gap-3 py-3">
          {error !== null && <span role="alert" className="text-12 text-urgent">{error}</span>}
          <Button look="primary" onClick={() => void save()}>Review and use…</Button>
        </div>
      )}
    </>
  )
}

function CommandAsItRuns({ agent, repoPath }: { agent: Extract<AgentConfig, { kind: 'command' }>; repoPath: string }): ReactNode {
  return (
    <>
      <p>At each beat that has work, this is started in <span className="font-mono text-12">{repoPath}</span>, without a shell:</p>
      <ol className="mt-2 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 text-ink">
        {agent.argv.map((arg, i) => <li key={i} className="flex gap-3 break-all"><span className="text-ink-3 select-none">{i}</span><span className="whitespace-pre-wrap">{arg}</span></li>)}
      </ol>
      {Object.keys(agent.env).length > 0 && (
        <>
          <p className="mt-2">With this environment:</p>
          <ul className="mt-1 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 break-all text-ink">{Object.entries(agent.env).map(([name, value]) => <li key={name}>{name}={value}</li>)}</ul>
        </>
      )}
      <p className="mt-2">It can do whatever you can do. Choose a program you trust with this repository.</p>
    </>
  )
}
