package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.wire.Message;

/** A listener that writes down what it hears. */
class Recorder implements ConnectionListener {
  final List<Message> messages = new CopyOnWriteArrayList<>();
  final List<String> closedReasons = new CopyOnWriteArrayList<>();
  volatile Connection connection;
  final AtomicInteger writable = new AtomicInteger();

  @Override
  public void onConnected(Connection newConnection) {
    connection = newConnection;
  }

  @Override
  public void onMessage(Connection from, Message message) {
    messages.add(message);
  }

  @Override
  public void onWritable(Connection on) {
    writable.incrementAndGet();
  }

  @Override
  public void onClosed(Connection closed, String reason) {
    closedReasons.add(reason);
  }

  Connection awaitConnected() {
    await("connected", () -> connection != null || !closedReasons.isEmpty());
    assertThat(connection).as("connection, closed by %s", closedReasons).isNotNull();
    return connection;
  }

  String awaitClosed() {
    await("closed", () -> !closedReasons.isEmpty());
    return closedReasons.get(0);
  }

  void awaitMessages(int count) {
    await(count + " messages", () -> messages.size() >= count);
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
