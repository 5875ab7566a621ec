package org.thetisdb.client.caller;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.thetisdb.core.net.Peer;

/** Frames as they are. */
record PlainWire(SocketChannel channel, Peer peer) implements Wire {
  @Override
  public boolean begin() {
    return true;
  }

  @Override
  public boolean isBlocked() {
    return false;
  }

  @Override
  public int read(ByteBuffer into, boolean fromSocket) throws IOException {
    return fromSocket ? channel.read(into) : 0;
  }

  @Override
  public boolean holdsMore() {
    return false;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    return channel.write(from);
  }

  @Override
  public boolean flush() {
    return true;
  }

  @Override
  public void end() {}
}
