package org.thetisdb.core.net.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Closes a channel with TLS when the other end has sent all and what it sent was decrypted. The
 * keys of a handshake are worked on elsewhere, and what comes meanwhile waits, encrypted. A peer
 * that connects, sends and closes at once would else be taken for one that left in its handshake,
 * and what it sent would be lost.
 *
 * <p>Stands in front of the {@link io.netty.handler.ssl.SslHandler}, whose work it hands on. Owned
 * by the event loop. The channel has to allow half of it to be closed.
 */
final class EndOfInput extends ChannelInboundHandlerAdapter implements Executor {
  private final HandshakeTasks tasks;
  private ChannelHandlerContext context;
  private Runnable newest;
  private int underWay;
  private int done;
  private boolean hasEnded;

  /**
   * For one channel.
   *
   * @param tasks runs what a handshake calculates
   */
  EndOfInput(HandshakeTasks tasks) {
    this.tasks = tasks;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  /**
   * Runs a task of the handshake elsewhere.
   *
   * @throws RejectedExecutionException if too many wait; the handshake fails by it
   */
  @Override
  public void execute(Runnable task) {
    Runnable work =
        () -> {
          try {
            task.run();
          } finally {
            // Stands behind what the task itself has asked of the event loop.
            onLoop(this::worked);
          }
        };
    tasks.execute(work, newest != null);
    newest = work;
    underWay++;
  }

  private void onLoop(Runnable task) {
    try {
      context.executor().execute(task);
    } catch (RejectedExecutionException stopped) {
      // The channel ends with its loop.
    }
  }

  private void worked() {
    underWay--;
    done++;
    closeIfRead();
  }

  private boolean withdrawNewest() {
    boolean withdrawn = underWay > 0 && tasks.withdraw(newest);
    if (withdrawn) {
      underWay--;
    }
    return withdrawn;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      hasEnded = true;
      if (done == 0 && withdrawNewest()) {
        leave();
      } else {
        closeIfRead();
      }
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  /** Past the handler of TLS, which would wait for its work. */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
  private void leave() {
    context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    withdrawNewest();
    ctx.fireChannelInactive();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
  private void closeIfRead() {
    if (hasEnded && underWay == 0) {
      context.channel().close();
    }
  }
}
