package org.thetisdb.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Pong;

/** A listener that writes down what it hears. */
public class Recorder implements ConnectionListener {
  private static final int QUESTIONS = 10_000;
  private static final long LOOK_EVERY_NS = 50_000;

  public final List<Message> messages = new CopyOnWriteArrayList<>();
  public final List<String> closedReasons = new CopyOnWriteArrayList<>();
  public volatile Connection connection;
  public final AtomicInteger writable = new AtomicInteger();

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

  public Connection awaitConnected() {
    await("connected", () -> connection != null || !closedReasons.isEmpty());
    assertThat(connection).as("connection, closed by %s", closedReasons).isNotNull();
    return connection;
  }

  public String awaitClosed() {
    await("closed", () -> !closedReasons.isEmpty());
    return closedReasons.get(0);
  }

  public void awaitMessages(int count) {
    await(count + " messages", () -> messages.size() >= count);
  }

  /** Asks an {@link Echo} at the other end many questions, hears all answers, and closes. */
  public void talk() {
    Connection with = awaitConnected();
    List<Message> expected = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      with.send(new Ping(i));
      expected.add(new Pong(i));
    }
    awaitMessages(QUESTIONS);
    assertThat(messages).isEqualTo(expected);
    with.close();
    assertThat(awaitClosed()).isEqualTo("closed by this side");
  }

  public static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(deadline);
      // The threads that are waited for need the processor.
      LockSupport.parkNanos(LOOK_EVERY_NS);
    }
  }
}
