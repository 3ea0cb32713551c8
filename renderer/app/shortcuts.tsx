import type { ReactNode } from 'react'
import { DIALOGS } from './dialogs-copy.ts'
import { keyFor } from '../kit/keys.ts'
import { useFleet } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { SECTIONS } from '../commands/registry.ts'
import { useUi } from '../client/ui-state.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'

/** `?`: whatever the list of commands has keys for, as they are now, and nothing else. */
export function Shortcuts(): ReactNode {
  const isOpen = useUi((s) => s.shortcuts)
  const show = useUi((s) => s.showShortcuts)
  const letters = useFleet((fleet) => fleet.settings.letterKeys)
  const own = useFleet((fleet) => fleet.settings.keys)
  const change = (): void => {
    show(false)
    navigate(`${PLACES.settings}/general`)
  }
  return (
    <Dialog
      open={isOpen}
      onClose={() => show(false)}
      title={DIALOGS.shortcuts.title}
      width={820}
      isText
      {...(letters !== 'on' && { description: DIALOGS.shortcuts[letters] })}
      footer={<Button onClick={change}>{DIALOGS.shortcuts.change}</Button>}
    >
      <div className="columns-2 gap-8">
        {SECTIONS.map(({ where, commands }) => (
          <section key={where} aria-label={where} className="mb-5 break-inside-avoid-column">
            <h3 className="mb-1 text-11 font-semibold tracking-[0.06em] text-ink-3 uppercase">{where}</h3>
            <dl>
              {commands
                .filter((c) => c.keys.length > 0)
                .map(({ id, title, keys }) => (
                  <div key={id} className="flex items-baseline justify-between gap-3 py-1">
                    <dd className="order-1 text-13 text-ink-2">{title}</dd>
                    <dt className="order-2 flex gap-3">
                      {keys
                        .map((builtIn) => keyFor(own, builtIn))
                        .map((key, i) =>
                          key === null ? (
                            <span key={keys[i]} className="text-12 text-ink-3">
                              {DIALOGS.shortcuts.none}
                            </span>
                          ) : (
                            <span key={keys[i]}>
                              <Kbd keys={key} exact />
                              <span className="sr-only">{key}</span>
                            </span>
                          ),
                        )}
                    </dt>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
