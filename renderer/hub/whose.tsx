import type { ReactNode } from 'react'
import { SectionTitle } from '../kit/parts.tsx'
import { HUB } from './copy.ts'

const AS_WIDE_AS_PAGES = 'mx-auto w-full max-w-[1440px] px-7 max-[1000px]:px-5'

/** Above what a page has of this machine, where those of the others stand below: its sentences are about this one. */
export const OwnPart = ({ name }: { name: string }): ReactNode => (
  <div className={`${AS_WIDE_AS_PAGES} -mb-5 pt-5`}>
    <SectionTitle>{HUB.ownPart(name)}</SectionTitle>
  </div>
)

/** At the top of a page that other machines have no part in, while one of them is chosen. */
export const OwnPage = ({ name }: { name: string }): ReactNode => (
  <p className={`${AS_WIDE_AS_PAGES} pt-3 text-12 text-ink-3`}>{HUB.ownPage(name)}</p>
)
