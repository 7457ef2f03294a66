// Loaded into every Node part before its own code: a part never outlives the one that started it.

// The services' own bound on a stop is 10 s; whoever is still there afterwards hangs.
const LAST_RESORT_MS = 12_000;

// Our log pipe breaks when the parent dies; without a listener that would be an uncaught error on the way out.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_RESORT_MS).unref();
});
// Listening on the channel must not keep a part alive that has nothing else to do.
process.channel?.unref();

export {};
