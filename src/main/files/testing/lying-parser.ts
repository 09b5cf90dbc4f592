/** A parsers' process that was taken over: it answers with something else than a result. */
process.on('message', (message: { id: number }) => {
  process.send?.({ id: message.id, result: { state: 'indexed', text: 42 } })
})
process.on('disconnect', () => process.exit(0))
