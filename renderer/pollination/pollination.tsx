import { Sprout } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Card, Empty, Page, SectionTitle } from '../kit/parts.tsx'
import { POLLINATION_COPY as WORDS } from './copy.ts'
import { navigate, PLACES } from '../client/navigation.ts'

/** What will stand here, said plainly: there is nothing to switch on yet. */
export function PollinationPage(): ReactNode {
  return (
    <Page title={WORDS.title} sub={WORDS.sub}>
      <Card className="mb-6">
        <Empty
          picture={
            <span className="mb-4 flex size-14 items-center justify-center rounded-full bg-quiet-tint text-quiet">
              <Sprout size={26} strokeWidth={1.75} aria-hidden />
            </span>
          }
          title={WORDS.empty}
          text={WORDS.what}
        />
      </Card>
      <section aria-labelledby="pollination-steps">
        <SectionTitle id="pollination-steps">{WORDS.stepsTitle}</SectionTitle>
        <ol className="grid grid-cols-3 gap-3 max-[860px]:grid-cols-1">
          {WORDS.steps.map(([title, text], i) => (
            <li key={title} className="card rounded-card border border-line bg-surface px-4 py-3.5">
              <h3 className="flex items-center gap-2.5 text-13 font-medium">
                <span
                  aria-hidden
                  className="flex size-5 items-center justify-center rounded-full bg-neutral-tint text-11 text-ink-2"
                >
                  {i + 1}
                </span>
                {title}
              </h3>
              <p className="mt-1.5 text-13 text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <p className="mt-5 flex flex-wrap items-center gap-3 text-13 text-ink-2">
        {WORDS.meanwhile}{' '}
        <Button size="s" onClick={() => navigate(PLACES.threads)}>
          {WORDS.threads}
        </Button>
      </p>
    </Page>
  )
}
