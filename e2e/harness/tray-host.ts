import dbus, { type MessageBus } from 'dbus-next'
import { TrayItem } from './tray-item.ts'
import type { Announcements } from './waiting.ts'

export interface Waiting {
  readonly timeoutMs?: number
}

export const WATCHER = 'org.kde.StatusNotifierWatcher'
const REPLACE_EXISTING = 2

/** The place of the desktop where apps show their tray items. */
export class TrayHost {
  readonly #bus: MessageBus
  readonly #news: Announcements
  readonly #items: { service: string; owner: string; item: TrayItem }[] = []

  constructor(bus: MessageBus, news: Announcements) {
    this.#bus = bus
    this.#news = news
  }

  async switchOn(): Promise<void> {
    await this.#bus.requestName(WATCHER, REPLACE_EXISTING)
  }

  /** The tray item of the app, once it is there. */
  async item({ timeoutMs }: Waiting = {}): Promise<TrayItem> {
    return this.#news.until('a tray item', () => this.#items.at(-1)?.item ?? null, {
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
  }

  /** Resolves when no tray item is left: the app has quit, or taken its item away. */
  async gone({ timeoutMs }: Waiting = {}): Promise<void> {
    await this.#news.until('the tray item to go', () => (this.#items.length === 0 ? true : null), {
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
  }

  get hasItem(): boolean {
    return this.#items.length > 0
  }

  /** What has left the bus. */
  forget(name: string): void {
    const at = this.#items.findIndex((known) => known.service === name || known.owner === name)
    if (at >= 0) this.#items.splice(at, 1)
  }

  register(service: string, sender: string): void {
    const owner = service.startsWith('/') ? sender : service // some apps give the path, Electron its name
    const path = service.startsWith('/') ? service : '/StatusNotifierItem'
    this.#items.push({
      service: owner,
      owner: sender,
      item: new TrayItem(this.#bus, owner, path, this.#news),
    })
    this.#bus.send(
      dbus.Message.newSignal('/StatusNotifierWatcher', WATCHER, 'StatusNotifierItemRegistered', 's', [
        service,
      ]),
    )
  }

  properties(): Record<string, unknown> {
    return {
      RegisteredStatusNotifierItems: new dbus.Variant(
        'as',
        this.#items.map(({ service }) => service),
      ),
      IsStatusNotifierHostRegistered: new dbus.Variant('b', true),
      ProtocolVersion: new dbus.Variant('i', 0),
    }
  }
}
