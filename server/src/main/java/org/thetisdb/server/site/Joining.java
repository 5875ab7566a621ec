package org.thetisdb.server.site;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.migration.CopyPlan;
import org.thetisdb.migration.CopyReceiver;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.MembershipListener;
import org.thetisdb.server.checkpoint.CheckpointHeader;
import org.thetisdb.server.checkpoint.CheckpointVisitor;
import org.thetisdb.server.checkpoint.SnapshotSink;

/**
 * Gets a site that joined late, and has no checkpoint, a copy of what the others have. Sites that
 * live are asked in turn, more than once: the one that is asked first may not have heard yet that
 * this one is admitted. If none gives a copy, the logs are all there is; they serve as long as
 * nothing was truncated. Lives on the checkpointer's event loop.
 */
final class Joining {
  private static final Logger LOG = LoggerFactory.getLogger(Joining.class);
  private static final long AGAIN_US = 300_000;
  private static final int MOST_ROUNDS = 10;

  private final SiteConfig config;
  private final SiteServices services;
  private final String cluster;
  private final CheckpointVisitor target;
  private final Listener listener;
  private final Scheduler line;
  private List<SiteInfo> living = List.of();
  private AutoCloseable watch;
  private CopyReceiver receiver;
  private int round;
  private boolean over;

  /** Hears one of these. */
  interface Listener {
    /** The target has heard all of a copy. */
    void onCopied(CheckpointHeader header, VersionVector complete);

    /** Nobody gives a copy; the target has heard nothing. */
    void onNone();

    /** The site has to begin anew, with no rows. */
    void onFailed(RuntimeException reason);
  }

  Joining(
      SiteConfig config,
      SiteServices services,
      String cluster,
      CheckpointVisitor target,
      Listener listener) {
    this.config = config;
    this.services = services;
    this.cluster = cluster;
    this.target = target;
    this.listener = listener;
    this.line = services.checkpointer();
  }

  /** Begins. */
  void start() {
    watch = services.membership().watch(line, new Peers());
    line.schedule(AGAIN_US, this::ask);
  }

  /** Ends it; the target hears no more after a task that is handed to the event loop now. */
  void cancel() {
    line.execute(this::end);
  }

  private void end() {
    over = true;
    if (receiver != null) {
      receiver.cancel();
    }
    try {
      if (watch != null) {
        watch.close();
      }
    } catch (Exception e) {
      LOG.warn("the watch on membership could not be closed", e);
    }
  }

  private void ask() {
    if (over) {
      return;
    }
    round++;
    Target copy = new Target();
    receiver =
        new CopyReceiver(
            cluster,
            config.site(),
            CopyPlan.EVERYTHING,
            peers(),
            services.transport(),
            line,
            new SnapshotSink(copy),
            new Events(copy));
    receiver.start();
  }

  /** Each attempt begins with another one, so that one that hangs does not hold up all of them. */
  private List<Address> peers() {
    List<Address> peers = new ArrayList<>();
    for (int i = 0; i < living.size(); i++) {
      SiteInfo peer = living.get((i + config.site() + round) % living.size());
      if (peer.site() != config.site()) {
        peers.add(peer.address());
      }
    }
    return peers;
  }

  private final class Peers implements MembershipListener {
    @Override
    public void onSites(List<SiteInfo> sites) {
      living = List.copyOf(sites);
    }

    @Override
    public void onLeader(Address leader) {}
  }

  private final class Events implements CopyReceiver.Listener {
    private final Target copy;

    Events(Target copy) {
      this.copy = copy;
    }

    @Override
    public void onCopied() {
      end();
      listener.onCopied(copy.header, copy.complete);
    }

    @Override
    public void onRefused(int lastError, String lastReason) {
      if (over) {
        return;
      }
      if (round < MOST_ROUNDS) {
        line.schedule(AGAIN_US, Joining.this::ask);
      } else if (lastError == ErrorCode.SITE_NOT_ADMITTED.number()) {
        end();
        listener.onFailed(new ThetisException(ErrorCode.SITE_NOT_ADMITTED, config.site()));
      } else {
        LOG.warn("No site gives a copy ({}); site {} reads the logs", lastReason, config.site());
        end();
        listener.onNone();
      }
    }

    @Override
    public void onFailed(ThetisException reason) {
      end();
      listener.onFailed(reason);
    }
  }

  /** Checks whose copy it is, and remembers its beginning and its end. */
  private final class Target extends CheckpointVisitor.Forwarding {
    private CheckpointHeader header;
    private VersionVector complete;

    Target() {
      super(target);
    }

    @Override
    public void header(CheckpointHeader read) {
      if (!read.cluster().equals(cluster)) {
        throw new ThetisException(
            ErrorCode.BAD_REQUEST, "the copy belongs to cluster \"" + read.cluster() + "\"");
      }
      header = read;
      super.header(read);
    }

    @Override
    public void end(VersionVector all) {
      complete = all;
      super.end(all);
    }
  }
}
