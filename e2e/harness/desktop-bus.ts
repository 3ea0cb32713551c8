import dbus, { type Message, type MessageBus } from 'dbus-next'
import { STARTING } from '../../shared/views/tray/tray-state.ts'
import { startSessionBus } from '../../build/machine/session-bus.mjs'
import { TrayHost, WATCHER, type Waiting } from './tray-host.ts'
import type { TrayItem } from './tray-item.ts'
import { Announcements } from './waiting.ts'

interface SeenNotification {
  readonly id: number
  readonly appName: string
  readonly replacesId: number
  readonly summary: string
  readonly body: string
  readonly actions: readonly string[] // key, label, key, label …
  readonly hints: Readonly<Record<string, unknown>>
  closed: boolean
}

const NOTIFIER = 'org.freedesktop.Notifications'
const NOTIFIER_PATH = '/org/freedesktop/Notifications'
const REPLACE_EXISTING = 2
const CLOSED_BY_PERSON = 2
const CLOSED_BY_CALL = 3

/**
 * The desktop around the app, played on a private session bus: the tray host and the notification service.
 * Electron's tray and notifications on Linux are D-Bus services, so a test can see and click what a person
 * would.
 */
export class DesktopBus {
  readonly address: string
  readonly notifications: SeenNotification[] = []
  readonly #bus: MessageBus
  readonly #stop: () => void
  readonly #news = new Announcements()
  readonly #tray: TrayHost
  #lastNotificationId = 0
  #inhibited: boolean | null = null
  /** What the notification service was asked since it is frozen; null: it answers. */
  unanswered: string[] | null = null

  private constructor(address: string, bus: MessageBus, stop: () => void) {
    this.address = address
    this.#bus = bus
    this.#tray = new TrayHost(bus, this.#news)
    this.#stop = stop
  }

  /**
   * `tray: false`: a desktop without a tray (plain GNOME). `notifier: false`: one that shows no
   * notifications. `address`: of a bus that runs already.
   */
  static async start(
    options: { tray?: boolean; notifier?: boolean; address?: string } = {},
  ): Promise<DesktopBus> {
    const running = options.address === undefined ? null : { address: options.address, stop: () => {} }
    const daemon = running ?? (await startSessionBus())
    if (daemon === null) throw new Error('dbus-daemon is not installed')
    const bus = dbus.sessionBus({ busAddress: daemon.address })
    await new Promise<void>((resolve, reject) => {
      bus.once('connect', () => resolve())
      bus.once('error', reject)
    })
    const desktop = new DesktopBus(daemon.address, bus, daemon.stop)
    await desktop.#listen()
    if (options.tray !== false) await desktop.#tray.switchOn()
    if (options.notifier !== false) await desktop.switchNotifierOn()
    return desktop
  }

  /** What the app's environment needs to meet this desktop. */
  get env(): Record<string, string> {
    return { DBUS_SESSION_BUS_ADDRESS: this.address, XDG_CURRENT_DESKTOP: 'KDE' }
  }

  /** The tray item of the app, as soon as it is there. */
  firstTrayItem(waiting?: Waiting): Promise<TrayItem> {
    return this.#tray.item(waiting)
  }

  /** The same, once it says more than that the app is starting. */
  async trayItem(waiting?: Waiting): Promise<TrayItem> {
    const item = await this.#tray.item(waiting)
    await item.lookThat((look) => !look.tooltip.includes(STARTING), waiting?.timeoutMs)
    return item
  }

  /** Resolves when no tray item is left: the app has quit, or taken its item away. */
  trayGone(waiting?: Waiting): Promise<void> {
    return this.#tray.gone(waiting)
  }

  get hasTrayItem(): boolean {
    return this.#tray.hasItem
  }

  /** The newest notification that fits, seen already or still to come. */
  async notification(
    fits: RegExp | ((seen: SeenNotification) => boolean),
    { timeoutMs }: Waiting = {},
  ): Promise<SeenNotification> {
    const test =
      fits instanceof RegExp ? (seen: SeenNotification) => fits.test(`${seen.summary}\n${seen.body}`) : fits
    return this.#news.until(
      `a notification that fits ${String(fits)}`,
      () => this.notifications.findLast(test) ?? null,
      {
        ...(timeoutMs !== undefined && { timeoutMs }),
        seen: () => this.notifications.map(({ summary, body }) => `${summary}: ${body}`),
      },
    )
  }

  /** A click on the notification, or on one of its buttons. */
  click(notification: SeenNotification, action = 'default'): void {
    this.#notifierSignal('ActionInvoked', 'us', [notification.id, action])
    this.dismiss(notification)
  }

  dismiss(notification: SeenNotification): void {
    notification.closed = true
    this.#notifierSignal('NotificationClosed', 'uu', [notification.id, CLOSED_BY_PERSON])
  }

  async switchNotifierOn(): Promise<void> {
    await this.#bus.requestName(NOTIFIER, REPLACE_EXISTING)
  }

  /** From now on the notification service takes each question and answers none. */
  freezeNotifier(): void {
    this.unanswered = []
  }

  /** As Plasma's own switch does. Before the first call the service has no such property. */
  setDoNotDisturb(on: boolean): void {
    this.#inhibited = on
    this.#bus.send(
      dbus.Message.newSignal(
        NOTIFIER_PATH,
        'org.freedesktop.DBus.Properties',
        'PropertiesChanged',
        'sa{sv}as',
        [NOTIFIER, { Inhibited: new dbus.Variant('b', on) }, []],
      ),
    )
  }

  async stop(): Promise<void> {
    this.#bus.disconnect()
    this.#stop()
  }

  async #listen(): Promise<void> {
    // The proxies of the library want introspection, which Electron does not offer; plain messages do.
    this.#bus.addMethodHandler((message: Message) => this.#answer(message))
    this.#bus.on('message', (message: Message) => this.#notice(message))
    for (const rule of [
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'",
      "type='signal',interface='org.kde.StatusNotifierItem'",
      "type='signal',interface='com.canonical.dbusmenu'",
    ]) {
      await this.#bus.call(
        new dbus.Message({
          destination: 'org.freedesktop.DBus',
          path: '/org/freedesktop/DBus',
          interface: 'org.freedesktop.DBus',
          member: 'AddMatch',
          signature: 's',
          body: [rule],
        }),
      )
    }
  }

  #notice(message: Message): void {
    if (message.member === 'NameOwnerChanged') {
      const [name, , newOwner] = message.body as [string, string, string]
      if (newOwner === '') this.#tray.forget(name)
    }
    this.#news.announce()
  }

  /** true: the message was ours and has been answered. */
  #answer(message: Message): boolean {
    const reply = (signature: string, body: unknown[]): true => {
      this.#bus.send(dbus.Message.newMethodReturn(message, signature, body))
      this.#news.announce()
      return true
    }
    const body = (message.body ?? []) as unknown[]
    if (message.interface === NOTIFIER && this.unanswered?.push(message.member)) return true
    switch (`${message.interface}.${message.member}`) {
      case `${WATCHER}.RegisterStatusNotifierItem`:
        this.#tray.register(String(body[0]), message.sender ?? '')
        return reply('', [])
      case `${WATCHER}.RegisterStatusNotifierHost`:
        return reply('', [])
      case 'org.freedesktop.DBus.Properties.Get':
        if (body[0] === NOTIFIER && body[1] === 'Inhibited' && this.#inhibited !== null)
          return reply('v', [new dbus.Variant('b', this.#inhibited)])
        return body[0] === WATCHER && reply('v', [this.#tray.properties()[String(body[1])]])
      case 'org.freedesktop.DBus.Properties.GetAll':
        return body[0] === WATCHER && reply('a{sv}', [this.#tray.properties()])
      case `${NOTIFIER}.GetCapabilities`:
        return reply('as', [['body', 'actions', 'persistence']])
      case `${NOTIFIER}.GetServerInformation`:
        return reply('ssss', ['test desktop', 'threadbeat', '1', '1.2'])
      case `${NOTIFIER}.Notify`:
        return reply('u', [this.#notify(body)])
      case `${NOTIFIER}.CloseNotification`: {
        const closed = this.notifications.find(({ id }) => id === body[0])
        if (closed) closed.closed = true
        reply('', [])
        this.#notifierSignal('NotificationClosed', 'uu', [body[0], CLOSED_BY_CALL])
        return true
      }
      default:
        return false
    }
  }

  #notify(body: unknown[]): number {
    const [appName, replacesId, , summary, text, actions, hints] = body as [
      string,
      number,
      string,
      string,
      string,
      string[],
      Record<string, { value: unknown }>,
    ]
    const id = replacesId || ++this.#lastNotificationId
    const plainHints = Object.fromEntries(Object.entries(hints).map(([key, variant]) => [key, variant.value]))
    this.notifications.push({
      id,
      appName,
      replacesId,
      summary,
      body: text,
      actions,
      hints: plainHints,
      closed: false,
    })
    return id
  }

  #notifierSignal(member: string, signature: string, body: unknown[]): void {
    this.#bus.send(dbus.Message.newSignal(NOTIFIER_PATH, NOTIFIER, member, signature, body))
  }
}
