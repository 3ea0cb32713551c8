import { ipcMain, type IpcMainEvent, type MessagePortMain } from 'electron'
import { RPCHandler } from '@orpc/server/message-port'
import type { ApiRouter } from '../engine/api/handlers.ts'
import type { ApiContext } from '../engine/api/parts.ts'
import { isAppUrl } from './windows/app-files.ts'

/**
 * Serves the contract to our own windows and to nobody else. `isOurs` knows the contents of our windows by
 * their id. A page opens one channel; a new one replaces it.
 */
export function serveWindows(
  router: ApiRouter,
  isOurs: (contentsId: number) => boolean,
  devUrl: string | null,
): () => void {
  const handler = new RPCHandler<ApiContext>(router)
  const channels = new Map<number, MessagePortMain>()

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
    handler.upgrade(port, { context: { origin: 'window' } })
    port.start()
  }
  ipcMain.on('threadbeat:port', onPort)
  return () => {
    ipcMain.off('threadbeat:port', onPort)
    for (const port of channels.values()) port.close()
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
