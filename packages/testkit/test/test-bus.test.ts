import { expect } from 'chai';
import { connect } from 'nats';
import { testBus } from '../src/test-bus.js';

describe('test bus', () => {
  it('keeps what was stored over a kill and a restart', async () => {
    const bus = await testBus();
    const publish = async () => {
      const connection = await connect({ servers: bus.url });
      const manager = await connection.jetstreamManager();
      await manager.streams.add({ name: 'KEPT', subjects: ['kept'] });
      await connection.jetstream().publish('kept', 'one');
      await connection.close();
    };
    await publish();
    await bus.kill();
    await bus.restart();
    const connection = await connect({ servers: bus.url });
    const info = await (await connection.jetstreamManager()).streams.info('KEPT');
    expect(info.state.messages).to.equal(1);
    await connection.close();
    await bus.stop();
  });
});
