import { ipcMain, type IpcMainEvent, type MessagePortMain } from 'electron'
import { RPCHandler } from '@orpc/server/message-port'
import type { ApiContext, ApiRouter } from '../engine/api.ts'
import { isAppUrl } from './app-files.ts'

/**
 * Serves the contract to our own window and to nobody else. `ours` is the id of the window's contents, null while there is none.
 * The page opens one channel; a new one replaces it.
 */
export function serveWindow(router: ApiRouter, ours: () => number | null, devUrl: string | null): () => void {
  const handler = new RPCHandler<ApiContext>(router)
  let current: MessagePortMain | null = null

  const onPort = (event: IpcMainEvent): void => {
    const port = event.ports[0]
    if (port === undefined) return
    if (!isOurPage(event, ours(), devUrl)) return port.close()
    current?.close()
    current = port
    handler.upgrade(port, { context: { origin: 'window' } })
    port.start()
  }
  ipcMain.on('threadbeat:port', onPort)
  return () => {
    ipcMain.off('threadbeat:port', onPort)
    current?.close()
  }
}

/** Our contents, their main frame, our own address: a frame that navigated away or an injected one has no say. */
function isOurPage({ sender, senderFrame }: IpcMainEvent, ours: number | null, devUrl: string | null): boolean {
  if (sender.id !== ours || senderFrame === null || senderFrame !== sender.mainFrame) return false
  return isAppUrl(senderFrame.url) || (devUrl !== null && senderFrame.url.startsWith(devUrl))
}
