import { ipcRenderer, webUtils } from 'electron'

declare const window: EventTarget // the page's; the rest of the main process has no DOM

// Hands the page's one channel to the main process; what may be asked over it is the contract's business. And tells
// that the page has drawn what it has to show.
window.addEventListener('message', (event) => {
  const { source, data, ports } = event as unknown as { source: unknown; data: unknown; ports: [] }
  if (source === window && data === 'threadbeat:port')
    ipcRenderer.postMessage('threadbeat:port', null, [...ports])
  if (source === window && data === 'threadbeat:drawn') ipcRenderer.send('threadbeat:drawn')
})

// Where a dropped file or folder lies is told to a preload only. The page gets the paths as text; it can
// open none of them.
window.addEventListener('drop', (event) => {
  const { dataTransfer } = event as unknown as { dataTransfer: { files: Iterable<object> } | null }
  const paths = [...(dataTransfer?.files ?? [])]
    .map((file) => webUtils.getPathForFile(file as Parameters<typeof webUtils.getPathForFile>[0]))
    .filter((path) => path !== '')
  if (paths.length > 0)
    (window as unknown as { postMessage(message: object): void }).postMessage({
      kind: 'threadbeat:dropped',
      paths,
    })
})
