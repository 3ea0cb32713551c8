import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { inputClass } from '../field.tsx'

export function Select<T extends string>({
  value,
  options,
  onChange,
  label,
  id,
}: {
  value: T
  options: Readonly<Record<T, string>>
  onChange: (value: T) => void
  label: string
  id?: string
}): ReactNode {
  return (
    <BaseSelect.Root items={options} value={value} onValueChange={(v) => v !== null && onChange(v as T)}>
      <BaseSelect.Trigger
        id={id}
        aria-label={label}
        className={`${inputClass} inline-flex min-w-36 items-center justify-between gap-2`}
      >
        <BaseSelect.Value>{(chosen: T) => <>{options[chosen]}</>}</BaseSelect.Value>
        <BaseSelect.Icon>
          <ChevronDown size={14} className="text-ink-3" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <BaseSelect.Popup className="popup min-w-(--anchor-width) rounded-card border border-line bg-surface p-1 shadow-popover outline-none">
            <BaseSelect.List>
              {(Object.entries(options) as [T, string][]).map(([key, word]) => (
                <BaseSelect.Item
                  key={key}
                  value={key}
                  className="flex items-center gap-2 rounded-control px-2 py-1.5 text-13 outline-none data-[highlighted]:bg-hover"
                >
                  <span className="w-4">
                    <BaseSelect.ItemIndicator>
                      <Check size={14} />
                    </BaseSelect.ItemIndicator>
                  </span>
                  <BaseSelect.ItemText>{word}</BaseSelect.ItemText>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
