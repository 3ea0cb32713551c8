import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../kit/button.tsx'
import { inputClass } from '../../../kit/field.tsx'
import { COMMAND_COPY as COPY } from './runner-copy.ts'

/** The words of a command, each exactly as it is passed. */
export function ArgumentRows({
  argv,
  onChange,
}: {
  argv: readonly string[]
  onChange: (argv: readonly string[]) => void
}): ReactNode {
  return (
    <>
      <ol className="flex w-full flex-col gap-1.5">
        {argv.map((arg, i) => (
          <li key={i} className="flex items-center gap-2">
            <span className="w-5 text-right text-12 text-ink-3">{i + 1}</span>
            <input
              className={`${inputClass} min-w-0 flex-1 font-mono text-12`}
              aria-label={i === 0 ? 'Program' : COPY.argument(i)}
              placeholder={i === 0 ? 'program' : ''}
              value={arg}
              spellCheck={false}
              onChange={(e) => onChange(argv.with(i, e.target.value))}
            />
            <Button
              look="ghost"
              size="icon"
              aria-label={COPY.removeRow(i + 1)}
              disabled={argv.length === 1}
              onClick={() => onChange(argv.toSpliced(i, 1))}
            >
              <X size={14} />
            </Button>
          </li>
        ))}
      </ol>
      <Button size="s" look="ghost" className="ml-7 w-fit" onClick={() => onChange([...argv, ''])}>
        <Plus size={13} /> {COPY.add}
      </Button>
    </>
  )
}
