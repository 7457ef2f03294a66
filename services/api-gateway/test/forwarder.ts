import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Forwarder {
  readonly address: string;
  /** Where bytes go; connections that come before this is said are refused. */
  to(port: number): void;
  /** Breaks every connection and takes no new one, as a process that died. */
  cut(): Promise<void>;
}

/** A door in front of another, which can be taken away while the other stays. */
export const forwarder = async (): Promise<Forwarder> => {
  let target: number | undefined;
  const open = new Set<Socket>();
  const track = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket));
  };
  const server = createServer((socket) => {
    track(socket);
    if (target === undefined) return void socket.destroy();
    const behind = connect(target, '127.0.0.1');
    track(behind);
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: (port) => { target = port; },
    cut: async () => {
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};
