import {
  Bell,
  Bot,
  CalendarClock,
  GitFork,
  Network,
  Palette,
  Plug,
  RefreshCw,
  Search,
  Shield,
  SlidersHorizontal,
  Wrench,
  X,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useParams } from 'wouter'
import {
  findSettings,
  SECTION_WORDS,
  SETTING_SECTIONS,
  type SettingSection,
} from '../../shared/settings/setting-rows.ts'
import { Button } from '../kit/button.tsx'
import { inputClass } from '../kit/field.tsx'
import { Banner, Empty, Page } from '../kit/parts.tsx'
import { DATA_COPY } from './data/data-copy.ts'
import { SETTINGS_COPY as COPY } from './copy.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { SETTINGS_SEARCH } from '../commands/list-commands.ts'
import { bind, useKeys } from '../commands/scopes.ts'
import { Section } from './parts.tsx'
import { Pending } from './pending.tsx'
import { SectionOf } from './sections.tsx'
import { useSettingInfo, type SettingInfo } from './setting-info.ts'
import { SettingLine } from './setting-row.tsx'
import { useBackups } from './data/use-backups.ts'

const ICON: Record<SettingSection, LucideIcon> = {
  general: SlidersHorizontal,
  appearance: Palette,
  notifications: Bell,
  schedule: CalendarClock,
  agents: Bot,
  threads: GitFork,
  integrations: Plug,
  machines: Network,
  privacy: Shield,
  updates: RefreshCw,
  advanced: Wrench,
}
const pathOf = (section: SettingSection): string =>
  section === 'agents' ? PLACES.agents : `${PLACES.settings}/${section}`

/** Navigation on the left, one section on the right; a search goes over all of them. */
export function SettingsPage(): ReactNode {
  const given = useParams<{ section?: string }>().section
  const section = SETTING_SECTIONS.find((s) => s === given) ?? 'general'
  const info = useSettingInfo()
  const kept = useBackups().query.data
  const pending = kept?.pending ?? null
  const search = useSearch(given)
  return (
    <Page title="Settings" sub={COPY.sub}>
      <div className="flex items-start gap-7 max-[1000px]:gap-5">
        <div className="sticky top-5 w-48 shrink-0 max-[1000px]:w-40">
          <SearchField search={search} />
          <Sections here={search.isOn ? null : section} onLeave={search.clear} />
        </div>
        <div className="flex max-w-[880px] min-w-0 flex-1 flex-col gap-6">
          {kept?.notDone != null && (
            <Banner tone="plum">
              <strong className="font-semibold">{DATA_COPY.notDone}</strong> {kept.notDone}
            </Banner>
          )}
          {pending !== null && <Pending pending={pending} />}
          {search.isOn ? (
            <Found
              query={search.query.trim()}
              info={info}
              onClear={search.clearToAnew}
              onLeave={search.clear}
            />
          ) : (
            <SectionOf section={section} info={info} />
          )}
        </div>
      </div>
    </Page>
  )
}

interface Search {
  readonly query: string
  readonly isOn: boolean
  readonly field: RefObject<HTMLInputElement | null>
  readonly setQuery: (text: string) => void
  readonly clear: () => void
  /** Cleared, and ready to be typed in. */
  readonly clearToAnew: () => void
}
function useSearch(given: string | undefined): Search {
  // Of the section it was typed in: whoever is led to another sees that one.
  const [typed, setTyped] = useState<{ readonly at: string | undefined; readonly text: string }>({
    at: given,
    text: '',
  })
  const query = typed.at === given ? typed.text : ''
  const setQuery = (text: string): void => setTyped({ at: given, text })
  const field = useRef<HTMLInputElement>(null)
  // The place itself begins with the search; a section is somebody's choice already.
  useEffect(() => {
    if (given === undefined) field.current?.focus()
  }, [given])
  useKeys([bind(SETTINGS_SEARCH, () => field)])
  const clear = (): void => setQuery('')
  const clearToAnew = (): void => {
    clear()
    field.current?.focus()
  }
  return { query, isOn: query.trim() !== '', field, setQuery, clear, clearToAnew }
}

function SearchField({
  search: { query, isOn, field, setQuery, clear, clearToAnew },
}: {
  search: Search
}): ReactNode {
  return (
    <div className="relative mb-3">
      <Search aria-hidden size={14} className="absolute top-2 left-2.5 text-ink-3" />
      <input
        ref={field}
        type="search"
        aria-label={COPY.search}
        placeholder={COPY.search}
        value={query}
        spellCheck={false}
        className={`${inputClass} w-full pl-8 [&::-webkit-search-cancel-button]:hidden`}
        onChange={(e) => setQuery(e.target.value)}
        onKeyDown={(e) => e.key === 'Escape' && clear()}
      />
      {isOn && (
        <button
          type="button"
          aria-label={COPY.clear}
          onClick={clearToAnew}
          className="absolute top-1 right-1 flex size-6 items-center justify-center rounded-control text-ink-3 hover:bg-hover"
        >
          <X size={13} />
        </button>
      )}
    </div>
  )
}

/** `here` null: what is shown is of several. */
function Sections({ here, onLeave }: { here: SettingSection | null; onLeave: () => void }): ReactNode {
  return (
    <nav aria-label={COPY.sections}>
      <ul>
        {SETTING_SECTIONS.map((s) => {
          const Icon = ICON[s]
          const isHere = s === here
          return (
            <li key={s}>
              <a
                href={`#${pathOf(s)}`}
                aria-current={isHere ? 'page' : undefined}
                onClick={onLeave}
                className={
                  'mb-0.5 flex h-8 items-center gap-2.5 rounded-control px-2.5 text-13 ' +
                  `${isHere ? 'bg-accent-tint font-medium text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink'}`
                }
              >
                <Icon aria-hidden size={15} className="shrink-0" />{' '}
                <span className="truncate">{SECTION_WORDS[s]}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Rows of all sections that match, ready to be changed; things to do lead to where they are done. */
function Found({
  query,
  info,
  onClear,
  onLeave,
}: {
  query: string
  info: SettingInfo
  onClear: () => void
  onLeave: () => void
}): ReactNode {
  const { rows, deeds } = findSettings(query)
  const sections = SETTING_SECTIONS.filter(
    (s) => rows.some((r) => r.section === s) || deeds.some((d) => d.section === s),
  )
  const total = rows.length + deeds.length
  return (
    <>
      <p role="status" className="sr-only">
        {COPY.found(total)}
      </p>
      {total === 0 && (
        <Empty
          title={COPY.nothing(query)}
          text={COPY.nothingHelp}
          actions={<Button onClick={onClear}>{COPY.clear}</Button>}
        />
      )}
      {sections.map((s) => {
        const here = rows.filter((r) => r.section === s)
        // The port stands in a card of its own, with its token.
        const links = [
          ...deeds.filter((d) => d.section === s),
          ...here.filter((r) => r.key === 'webhookPort').map((r) => ({ id: r.key, label: r.label })),
        ]
        return (
          <Section key={s} id={`found-${s}`} title={SECTION_WORDS[s]}>
            {here.map((row) => (
              <SettingLine key={row.key} row={row} info={info} />
            ))}
            {links.length > 0 && (
              <p className="flex flex-wrap gap-2 py-3">
                {links.map((d) => (
                  <Button key={d.id} size="s" onClick={() => (onLeave(), navigate(pathOf(s)))}>
                    {d.label}
                  </Button>
                ))}
              </p>
            )}
          </Section>
        )
      })}
    </>
  )
}
