import { RotateCcw } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { toast } from '../../kit/shown/toast.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import {
  EVENT_SOURCES,
  SOURCE_DEFAULT,
  switchesOf,
  type EventSource,
  type SourceSwitch,
} from '../../../shared/events/system-event.ts'
import { switchOf, type SourceSwitches } from '../../../shared/threads/thread.ts'
import { SOURCE_MEANING, SOURCE_WORD, SWITCH_WORD } from '../../../shared/views/words.ts'
import { succeeds } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { useLatest } from '../../client/use-latest.ts'
import { Button } from '../../kit/button.tsx'
import { Card, SectionTitle } from '../../kit/parts.tsx'
import { SOURCES_COPY as COPY } from './copy.ts'
import { SourceGlyph } from '../../wakes/source-glyph.tsx'

/**
 * Which facts reach the thread's prompts, and which of them wake it. A source that stands as usual is left
 * out, so that a better default reaches the thread.
 */
export function Sources({ thread }: { thread: ThreadView }): ReactNode {
  const { client } = useBridge()
  const [sources, changeSources] = useLatest<SourceSwitches>(thread.sources, (next) =>
    succeeds(client.threads.change({ id: thread.id, sources: next })),
  )
  const own = EVENT_SOURCES.filter((s) => switchOf({ sources }, s) !== SOURCE_DEFAULT[s])
  const set = (source: EventSource, to: SourceSwitch): void => {
    const { [source]: _, ...others } = sources
    void changeSources(to === SOURCE_DEFAULT[source] ? others : { ...others, [source]: to })
  }
  return (
    <section aria-labelledby="sources-title">
      <SectionTitle
        id="sources-title"
        right={
          own.length > 0 && (
            <Button
              size="s"
              look="ghost"
              onClick={() => void changeSources({}).then((done) => done && toast(COPY.wasReset))}
            >
              <RotateCcw size={13} /> {COPY.reset(own.length)}
            </Button>
          )
        }
      >
        Sources
      </SectionTitle>
      <Card className="px-4">
        <p className="border-b border-line py-3 text-12 text-ink-3">{COPY.about}</p>
        {EVENT_SOURCES.map((source) => (
          <SourceRow
            key={source}
            source={source}
            value={switchOf({ sources }, source)}
            onChange={(to) => set(source, to)}
          />
        ))}
      </Card>
    </section>
  )
}

function SourceRow({
  source,
  value,
  onChange,
}: {
  source: EventSource
  value: SourceSwitch
  onChange: (to: SourceSwitch) => void
}): ReactNode {
  const name = useId()
  const usual = SOURCE_DEFAULT[source]
  return (
    <fieldset className="grid grid-cols-[20px_minmax(0,1fr)_28px_auto] items-center gap-x-3 border-b border-line py-2 last:border-b-0">
      <legend className="sr-only">{SOURCE_WORD[source]}</legend>
      <SourceGlyph source={source} />
      <div className="min-w-0">
        <p className="text-13 font-medium">{SOURCE_WORD[source]}</p>
        <p className="text-12 text-ink-3">{SOURCE_MEANING[source]}</p>
      </div>
      {value === usual ? (
        <span />
      ) : (
        <Button
          size="icon"
          look="ghost"
          aria-label={COPY.resetOne(SOURCE_WORD[source], SWITCH_WORD[usual])}
          title={COPY.usually(SWITCH_WORD[usual])}
          onClick={() => onChange(usual)}
        >
          <RotateCcw size={13} />
        </Button>
      )}
      <Choice
        name={name}
        value={value}
        usual={usual}
        words={SWITCH_WORD}
        options={switchesOf(source)}
        onChange={onChange}
      />
    </fieldset>
  )
}

/**
 * A few words side by side, one of them chosen; arrow keys move, as with all radio buttons. `usual` carries
 * a dot.
 */
function Choice<T extends string>({
  name,
  value,
  usual,
  words,
  options,
  onChange,
}: {
  name: string
  value: T
  usual?: T
  words: Readonly<Record<T, string>>
  options: readonly T[]
  onChange: (to: T) => void
}): ReactNode {
  return (
    <span className="inline-flex rounded-control border border-line bg-sunken p-0.5">
      {options.map((option) => (
        <label
          key={option}
          className="relative flex h-7 items-center rounded-[4px] border border-transparent px-2 text-12 text-ink-2 hover:text-ink has-checked:border-line has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={value === option}
            className="absolute inset-0 m-0 appearance-none opacity-0"
            onChange={() => onChange(option)}
          />
          <span>
            {words[option]}
            {option === usual && <span className="sr-only"> (usual)</span>}
          </span>
          {option === usual && (
            <span aria-hidden title="usual" className="ml-1.5 size-1 rounded-full bg-current opacity-60" />
          )}
        </label>
      ))}
    </span>
  )
}
