package org.thetisdb.router.watch;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.AskOfLeader;
import org.thetisdb.core.wire.RouterToSite.ReaderHello;
import org.thetisdb.core.wire.SiteToRouter.LeaderNews;

/**
 * Asks one site, over a connection of its own, whether it hears of the router that leads. A site
 * that cannot be reached gives no answer. Owned by the engine's thread.
 */
final class SiteQuestion implements ConnectionListener {
  private final String cluster;
  private final Answer answer;
  private Connection connection;
  private boolean over;

  /** Hears what the site says, once at most. */
  interface Answer {
    /** The site hears of the router that leads, or does not. */
    void onAnswer(boolean isHeard);
  }

  SiteQuestion(String cluster, Answer answer) {
    this.cluster = cluster;
    this.answer = answer;
  }

  /** Nobody wants to know any more. */
  void close() {
    over = true;
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  public void onConnected(Connection opened) {
    connection = opened;
    if (over) {
      opened.close();
      return;
    }
    opened.send(new ReaderHello(cluster));
    opened.send(new AskOfLeader());
  }

  @Override
  public void onMessage(Connection from, Message message) {
    if (over) {
      return;
    }
    close();
    if (message instanceof LeaderNews news) {
      answer.onAnswer(news.isHeard());
    }
  }

  @Override
  public void onClosed(Connection ended, String reason) {
    over = true;
  }
}
