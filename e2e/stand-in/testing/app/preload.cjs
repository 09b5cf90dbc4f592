const { contextBridge, ipcRenderer, webUtils } = require('electron')

contextBridge.exposeInMainWorld('fixture', {
  version: 7,
  ask: (/** @type {unknown[]} */ ...args) => ipcRenderer.invoke('ask', ...args),
  wrong: () => ipcRenderer.invoke('wrong'),
  unknown: () => ipcRenderer.invoke('nobody'),
  add: (/** @type {number} */ one, /** @type {number} */ two) => one + two,
  refuse: () => {
    throw new Error('refused here')
  },
  onNews(/** @type {(news: unknown) => void} */ listener) {
    const forward = (/** @type {unknown} */ _event, /** @type {unknown} */ news) => listener(news)
    ipcRenderer.on('news', forward)
    return () => ipcRenderer.removeListener('news', forward)
  },
  pathOf: (/** @type {File} */ file) => webUtils.getPathForFile(file),
})
