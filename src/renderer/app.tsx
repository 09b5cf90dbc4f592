/** The window while there are no screens yet. */
export function App() {
  return (
    <main className="welcome">
      <h1>Pixie</h1>
      <p>Answers from your own files, calendar, notes and memory. Everything stays on this computer.</p>
    </main>
  )
}
