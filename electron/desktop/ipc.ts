import { ipcMain, type IpcMainEvent, type MessagePortMain } from 'electron'
import { isAppUrl } from './windows/app-files.ts'

/** The channels of our own windows, and of nobody else. A page opens one; a new one replaces it. */
export interface PageChannels {
  /** `serve` gets each, also those that were opened before; until then what pages ask waits in them. */
  serve(serve: (channel: MessagePortMain) => void): void
  /** The first script of a page runs, and has asked for the others; the first time. */
  readonly opened: Promise<void>
  /** A page has drawn what it has to show; the first time. */
  readonly drawn: Promise<void>
  end(): void
}

/** `isOurs` knows the contents of our windows by their id. */
export function takeChannels(isOurs: (contentsId: number) => boolean, devUrl: string | null): PageChannels {
  const channels = new Map<number, MessagePortMain>()
  let served: ((channel: MessagePortMain) => void) | null = null

  let noteOpened = (): void => {}
  const opened = new Promise<void>((resolve) => (noteOpened = resolve))
  const onPort = (event: IpcMainEvent): void => {
    const port = event.ports[0]
    if (port === undefined) return
    if (!isOurPage(event, isOurs, devUrl)) return port.close()
    const { id } = event.sender
    channels.get(id)?.close()
    channels.set(id, port)
    port.on('close', () => {
      if (channels.get(id) === port) channels.delete(id)
    })
    served?.(port)
    noteOpened()
  }
  ipcMain.on('threadbeat:port', onPort)
  const drawn = new Promise<void>((resolve) => {
    ipcMain.on('threadbeat:drawn', (event) => void (isOurPage(event, isOurs, devUrl) && resolve()))
  })
  return {
    opened,
    drawn,
    serve(serve) {
      served = serve
      for (const port of channels.values()) serve(port)
    },
    end() {
      ipcMain.off('threadbeat:port', onPort)
      ipcMain.removeAllListeners('threadbeat:drawn')
      for (const port of channels.values()) port.close()
    },
  }
}

/**
 * Our contents, their main frame, our own address: a frame that navigated away or an injected one has no
 * say.
 */
function isOurPage(
  { sender, senderFrame }: IpcMainEvent,
  isOurs: (contentsId: number) => boolean,
  devUrl: string | null,
): boolean {
  if (!isOurs(sender.id) || senderFrame === null || senderFrame !== sender.mainFrame) return false
  return isAppUrl(senderFrame.url) || (devUrl !== null && senderFrame.url.startsWith(devUrl))
}
