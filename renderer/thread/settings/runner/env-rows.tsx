import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSecretName } from '../../../../shared/base/secrets/shapes.ts'
import { Button } from '../../../kit/button.tsx'
import { inputClass } from '../../../kit/field.tsx'
import { COMMAND_COPY as COPY } from './runner-copy.ts'

export type EnvRow = readonly [name: string, value: string]
export const envOf = (rows: readonly EnvRow[]): Record<string, string> =>
  Object.fromEntries(rows.filter(([name]) => name !== ''))

export function EnvRows({
  env,
  onChange,
  help,
}: {
  env: readonly EnvRow[]
  onChange: (env: readonly EnvRow[]) => void
  help: string
}): ReactNode {
  return (
    <>
      <h3 className="text-13 font-medium">Environment</h3>
      <p className="mb-2 text-12 text-ink-3">{COPY.envKept(help)}</p>
      <ul className="flex flex-col gap-1.5">
        {env.map(([name, value], i) => (
          <li key={i} className="flex items-center gap-2 pl-7">
            <input
              className={`${inputClass} w-48 font-mono text-12`}
              aria-label={COPY.variable(i + 1)}
              placeholder="NAME"
              value={name}
              spellCheck={false}
              onChange={(e) => onChange(env.with(i, [e.target.value, value]))}
            />
            <input
              className={`${inputClass} min-w-0 flex-1 font-mono text-12`}
              aria-label={COPY.valueOf(i + 1)}
              type={isSecretName(name) ? 'password' : 'text'}
              autoComplete="off"
              value={value}
              spellCheck={false}
              onChange={(e) => onChange(env.with(i, [name, e.target.value]))}
            />
            <Button
              look="ghost"
              size="icon"
              aria-label={COPY.removeVariable(i + 1)}
              onClick={() => onChange(env.toSpliced(i, 1))}
            >
              <X size={14} />
            </Button>
          </li>
        ))}
      </ul>
      <Button size="s" look="ghost" className="mt-1 ml-7" onClick={() => onChange([...env, ['', '']])}>
        <Plus size={13} /> {COPY.addVariable}
      </Button>
    </>
  )
}
