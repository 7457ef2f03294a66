// What docker asks: is the service in this container ready? Node asks, since the image holds no curl.
const port = process.env.HEALTH_PORT ?? '9090';
const ready = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_500) }).then(({ ok }) => ok, () => false);
process.exit(ready ? 0 : 1);
