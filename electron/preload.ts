import { ipcRenderer } from 'electron'

declare const window: EventTarget // the page's; the rest of the main process has no DOM

// Hands the page's one channel to the main process, and never grows: what may be asked over it is the contract's business.
window.addEventListener('message', (event) => {
  const { source, data, ports } = event as unknown as { source: unknown; data: unknown; ports: [] }
  if (source === window && data === 'threadbeat:port') ipcRenderer.postMessage('threadbeat:port', null, [...ports])
})
