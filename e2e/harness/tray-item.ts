import dbus, { type MessageBus } from 'dbus-next'
import type { Announcements } from './waiting.ts'

interface MenuEntry {
  readonly id: number
  readonly label: string // without the marks for keyboard access
  readonly type: 'standard' | 'separator'
  readonly enabled: boolean
  readonly visible: boolean
  readonly checked: boolean | null // null: has no check mark
  readonly children: readonly MenuEntry[]
}

interface TrayLook {
  readonly tooltip: string
  readonly status: string
  /** The largest of the icon's sizes; `hash` tells two pictures apart. null: no icon. */
  readonly icon: {
    readonly width: number
    readonly height: number
    readonly argb: Buffer
    readonly hash: string
  } | null
}

type RawEntry = [number, Record<string, { value: unknown }>, { value: RawEntry }[]]

const ITEM = 'org.kde.StatusNotifierItem'
const MENU = 'com.canonical.dbusmenu'

/** The app's item in the tray: what a person sees of it and can do with it. */
export class TrayItem {
  readonly #bus: MessageBus
  readonly #service: string
  readonly #path: string
  readonly #news: Announcements

  constructor(bus: MessageBus, service: string, path: string, news: Announcements) {
    this.#bus = bus
    this.#service = service
    this.#path = path
    this.#news = news
  }

  async look(): Promise<TrayLook> {
    const { ToolTip, Status, IconPixmap } = await this.#properties()
    const [, , title, text] = (ToolTip?.value ?? ['', [], '', '']) as [string, unknown[], string, string]
    const pixmaps = (IconPixmap?.value ?? []) as [number, number, Buffer | number[]][]
    const largest = [...pixmaps].sort((a, b) => b[0] - a[0])[0]
    const argb = largest ? Buffer.from(largest[2]) : null
    return {
      tooltip: [title, text].filter(Boolean).join('\n'),
      status: String(Status?.value ?? ''),
      icon: largest && argb ? { width: largest[0], height: largest[1], argb, hash: hashOf(argb) } : null,
    }
  }

  async tooltip(): Promise<string> {
    return (await this.look()).tooltip
  }

  /** The look, once it fits: a word of the tooltip, or a test of your own. */
  async lookThat(fits: RegExp | ((look: TrayLook) => boolean), timeoutMs = 15_000): Promise<TrayLook> {
    const test = fits instanceof RegExp ? (look: TrayLook) => fits.test(look.tooltip) : fits
    return this.#news.until(
      `a tray item that fits ${String(fits)}`,
      async () => {
        const look = await this.look()
        return test(look) ? look : null
      },
      { timeoutMs, seen: () => this.tooltip() },
    )
  }

  /** A left click. */
  async click(): Promise<void> {
    await this.#call(this.#path, ITEM, 'Activate', 'ii', [0, 0])
  }

  /** The menu as it is now, without hidden entries. */
  async menu(): Promise<readonly MenuEntry[]> {
    const path = await this.#menuPath()
    await this.#call(path, MENU, 'AboutToShow', 'i', [0]).catch(() => undefined)
    const [, layout] = (await this.#call(path, MENU, 'GetLayout', 'iias', [0, -1, []])) as [number, RawEntry]
    return toEntry(layout).children
  }

  /**
   * The entry with these labels from the top down; text must be equal, a pattern must fit. null: there is
   * none.
   */
  async entry(...labels: (string | RegExp)[]): Promise<MenuEntry | null> {
    let entries = await this.menu()
    let found: MenuEntry | null = null
    for (const label of labels) {
      found =
        entries.find((entry) =>
          typeof label === 'string' ? entry.label === label : label.test(entry.label),
        ) ?? null
      if (found === null) return null
      entries = found.children
    }
    return found
  }

  /** Waits for the entry and clicks it, anew where the menu was made anew between the look and the click. */
  async choose(...labels: (string | RegExp)[]): Promise<void> {
    while (!(await this.#click(await this.#enabled(labels))));
  }

  #enabled(labels: readonly (string | RegExp)[]): Promise<MenuEntry> {
    return this.#news.until(
      `an enabled menu entry ${labels.join(' → ')}`,
      async () => {
        const found = await this.entry(...labels)
        return found?.enabled ? found : null
      },
      { seen: async () => labelsOf(await this.menu()) },
    )
  }

  /** false: the menu has no such entry any more. */
  async #click({ id }: MenuEntry): Promise<boolean> {
    try {
      await this.#call(await this.#menuPath(), MENU, 'Event', 'isvu', [
        id,
        'clicked',
        new dbus.Variant('i', 0),
        0,
      ])
      return true
    } catch (error) {
      if (String(error).includes('error occurred in Event')) return false
      throw error
    }
  }

  /** The whole menu as indented lines, for a test that reads it at once. */
  async menuText(): Promise<string> {
    return labelsOf(await this.menu()).join('\n')
  }

  /** The same, once it fits. */
  async menuThat(fits: RegExp, timeoutMs = 15_000): Promise<string> {
    return this.#news.until(
      `a tray menu that fits ${String(fits)}`,
      async () => {
        const text = await this.menuText()
        return fits.test(text) ? text : null
      },
      { timeoutMs, seen: () => this.menuText() },
    )
  }

  async #menuPath(): Promise<string> {
    return String((await this.#properties())['Menu']?.value ?? '/com/canonical/dbusmenu')
  }

  async #properties(): Promise<Record<string, { value: unknown } | undefined>> {
    const [properties] = await this.#call(this.#path, 'org.freedesktop.DBus.Properties', 'GetAll', 's', [
      ITEM,
    ])
    return properties as Record<string, { value: unknown } | undefined>
  }

  async #call(
    path: string,
    iface: string,
    member: string,
    signature: string,
    body: unknown[],
  ): Promise<unknown[]> {
    const reply = await this.#bus.call(
      new dbus.Message({ destination: this.#service, path, interface: iface, member, signature, body }),
    )
    return (reply?.body ?? []) as unknown[]
  }
}

function toEntry([id, properties, children]: RawEntry): MenuEntry {
  const value = (key: string): unknown => properties[key]?.value
  return {
    id,
    label: String(value('label') ?? '').replace(/_(_?)/g, '$1'),
    type: value('type') === 'separator' ? 'separator' : 'standard',
    enabled: value('enabled') !== false,
    visible: value('visible') !== false,
    checked: value('toggle-type') ? value('toggle-state') === 1 : null,
    children: children.map((child) => toEntry(child.value)).filter(({ visible }) => visible),
  }
}

const labelsOf = (entries: readonly MenuEntry[], indent = ''): string[] =>
  entries.flatMap((entry) => [
    entry.type === 'separator'
      ? `${indent}---`
      : `${indent}${entry.checked ? '✓ ' : ''}${entry.label}${entry.enabled ? '' : ' (disabled)'}`,
    ...labelsOf(entry.children, `${indent}  `),
  ])

/** FNV-1a: enough to tell one icon from another in a message. */
function hashOf(bytes: Buffer): string {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16)
}
