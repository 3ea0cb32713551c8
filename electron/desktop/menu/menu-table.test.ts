import { describe, expect, it } from 'vitest'
import { zoomed } from '../../../shared/settings/zoom.ts'
import { menuTable, type MenuFacts } from './menu-table.ts'

type Item = ReturnType<typeof menuTable>[number]

const done: string[] = []
const deeds = {
  open: ({ page }: { page: string }) => void done.push(`open ${page}`),
  showLogs: () => void done.push('logs'),
  zoom: (by: number | null) => void done.push(`zoom ${by}`),
}
const table = (facts: Partial<MenuFacts> = {}): Item[] =>
  menuTable({ platform: 'linux', packaged: true, ...facts }, deeds)
const nameOf = ({ role, label, type }: Item): string => role ?? label ?? type ?? '?'
const below = (item: Item | undefined): Item[] => (item?.submenu ?? []) as Item[]

describe('the application’s menus', () => {
  it.each([
    ['darwin', ['appMenu', 'File', 'editMenu', '&View', 'windowMenu', 'help']],
    ['win32', ['&File', 'editMenu', '&View', 'windowMenu', 'help']],
    ['linux', ['&File', 'editMenu', '&View', 'windowMenu', 'help']],
  ] as const)('on %s they are those of the system', (platform, names) =>
    expect(table({ platform }).map(nameOf)).toEqual(names),
  )

  it('has settings and quit where each system looks for them', () => {
    expect(below(table({ platform: 'darwin' })[0]).map(nameOf)).toEqual([
      'about',
      'separator',
      'Settings…',
      'separator',
      'services',
      'separator',
      'hide',
      'hideOthers',
      'unhide',
      'separator',
      'quit',
    ])
    expect(below(table({ platform: 'win32' })[0]).map(nameOf)).toEqual([
      'Open Threadbeat',
      'Settings…',
      'separator',
      'close',
      'quit',
    ])
  })
  it('opens the first run again from Help', () => {
    done.length = 0
    below(table().find((menu) => menu.role === 'help'))
      .find((item) => item.label === 'The First Run')
      ?.click?.({} as never, undefined, {} as never)
    expect(done).toEqual(['open first_run'])
  })
  it('leads from Help to the report of a problem', () => {
    done.length = 0
    below(table().find((menu) => menu.role === 'help'))
      .find((item) => item.label === 'Report a Problem…')
      ?.click?.({} as never, undefined, {} as never)
    expect(done).toEqual(['open report'])
  })
  it('offers developer tools only where the app is developed', () => {
    const names = (packaged: boolean): string[] =>
      table({ packaged }).flatMap((menu) => below(menu).map(nameOf))
    expect(names(true)).not.toContain('toggleDevTools')
    expect(names(false)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']))
  })
  it('remembers the size of the text: the zoom goes by the setting, never by the role', () => {
    const view = below(table().find((menu) => menu.label === '&View'))
    expect(view.map(nameOf).filter((name) => /zoom/i.test(name))).toEqual([])
    done.length = 0
    for (const item of view) item.click?.({} as never, undefined, {} as never)
    expect(done).toEqual(['zoom null', 'zoom 10', 'zoom 10', 'zoom -10'])
  })
  it.each([
    [100, 10, 110],
    [200, 10, 200],
    [80, -10, 80],
    [130, null, 100],
  ] as const)('%d per cent and %s is %d', (now, by, then) => expect(zoomed(now, by)).toBe(then))
})
