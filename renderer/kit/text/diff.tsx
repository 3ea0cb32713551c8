import type { ReactNode } from 'react'

const TONE: Record<string, string> = {
  '+': 'bg-quiet-tint text-quiet',
  '-': 'bg-urgent-tint text-urgent',
  '@': 'text-ink-3',
}

/** A diff as text; the sign at the front says what the colour says. */
export const Diff = ({ text, label }: { text: string; label: string }): ReactNode => (
  <pre
    tabIndex={0}
    aria-label={label}
    className="selectable max-h-96 overflow-auto rounded-control border border-line bg-sunken py-2 font-mono text-12 text-ink-2"
  >
    {text
      .replace(/\n$/, '')
      .split('\n')
      .map((line, i) => (
        <span
          key={i}
          className={
            'block w-max min-w-full px-3 whitespace-pre ' +
            `${/^(\+\+\+|---|diff )/.test(line) ? 'font-medium text-ink' : (TONE[line[0] ?? ''] ?? '')}`
          }
        >
          {line === '' ? ' ' : line}
        </span>
      ))}
  </pre>
)
