package org.thetisdb.server.checkpoint;

final class MemoryCheckpointsTest implements CheckpointStoreContract {
  @Override
  public CheckpointStore open() {
    return new MemoryCheckpoints();
  }
}
