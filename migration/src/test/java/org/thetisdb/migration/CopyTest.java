package org.thetisdb.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.SiteToSite.CopyCredit;
import org.thetisdb.core.wire.SiteToSite.CopyFrame;
import org.thetisdb.core.wire.SiteToSite.CopyRequest;

/** Scenarios of copies between two sites. */
final class CopyTest {
  private static final Address GIVER = new Address("127.0.0.1", 1);
  private static final Address OTHER = new Address("127.0.0.1", 2);
  private static final Address NOBODY = new Address("127.0.0.1", 3);

  private final VirtualTime time = new VirtualTime();
  private final FakeNetwork network = new FakeNetwork(time, 0);
  private final Sink sink = new Sink();
  private final Events events = new Events();

  @Test
  void slicesArriveInTheirOrderHoweverLongTheyAre() {
    Giver giver = new Giver(slice(10, 1), slice(3 * CopySender.FRAME_BYTES + 7, 2), slice(1, 3));
    network.listen(GIVER, time, giver);
    receive(GIVER);
    assertThat(events.told).containsExactly("copied");
    assertThat(sink.slices).containsExactlyElementsOf(giver.slices);
    assertThat(giver.told).containsExactly("copied");
    assertThat(giver.closed).isTrue();
  }

  @Test
  void aSliceIsMadeOnlyWhenTheReceiverHasRoomForIt() {
    byte[][] many = new byte[500][];
    Arrays.setAll(many, i -> slice(1, i));
    Giver giver = new Giver(many);
    network.listen(GIVER, time, giver);
    sink.onApply =
        () -> assertThat(giver.asked - sink.slices.size()).isLessThan(CopyReceiver.CREDIT + 2);
    receive(GIVER);
    assertThat(sink.slices).hasSize(500);
  }

  @Test
  void sitesThatCannotBeReachedOrRefuseArePassedOver() {
    network.listen(OTHER, time, refusing(ErrorCode.SITE_NOT_ADMITTED));
    network.listen(GIVER, time, new Giver(slice(5, 1)));
    receive(NOBODY, OTHER, GIVER);
    assertThat(events.told).containsExactly("copied");
  }

  @Test
  void ifAllRefuseTheSinkIsGivenNothing() {
    network.listen(OTHER, time, refusing(ErrorCode.SITE_NOT_ADMITTED));
    receive(OTHER, NOBODY);
    assertThat(events.told).containsExactly("refused " + ErrorCode.SITE_NOT_ADMITTED.number());
    assertThat(sink.slices).isEmpty();
  }

  @Test
  void aSiteThatHasLeftAsksNobodyElse() {
    network.listen(OTHER, time, refusing(ErrorCode.SITE_HAS_LEFT));
    network.listen(GIVER, time, new Giver(slice(5, 1)));
    receive(OTHER, GIVER);
    assertThat(events.told).containsExactly("failed SITE_HAS_LEFT");
  }

  @Test
  void aCopyThatBreaksOffIsNoCopy() {
    Giver giver = new Giver(slice(5, 1), slice(5, 2));
    giver.failsAfter = 1;
    network.listen(GIVER, time, giver);
    network.listen(OTHER, time, new Giver(slice(5, 1)));
    receive(GIVER, OTHER);
    assertThat(events.told).containsExactly("failed COPY_FAILED");
    assertThat(sink.ended).isFalse();
  }

  @Test
  void whatTheSinkRefusesEndsTheCopy() {
    network.listen(GIVER, time, new Giver(slice(5, 1)));
    sink.onApply =
        () -> {
          throw new CodecException("damaged");
        };
    receive(GIVER);
    assertThat(events.told).containsExactly("failed COPY_FAILED");
  }

  @Test
  void aSourceThatIsSilentIsGivenUp() {
    Giver giver = new Giver(slice(5, 1), slice(5, 2));
    giver.silentAfter = 1;
    network.listen(GIVER, time, giver);
    receive(GIVER);
    assertThat(events.told).isEmpty();
    time.pass(2 * CopyReceiver.STALLED_US);
    assertThat(events.told).containsExactly("failed COPY_FAILED");
  }

  @Test
  void aReceiverThatAppliesNothingKeepsNoVersions() {
    Giver giver = new Giver(slice(5, 1));
    network.listen(GIVER, time, giver);
    network.connect(
        GIVER,
        time,
        new ConnectionListener() {
          @Override
          public void onConnected(Connection connection) {
            connection.send(new CopyRequest("test", 4, CopyPlan.EVERYTHING.encode(), 8));
          }

          @Override
          public void onMessage(Connection connection, Message message) {}

          @Override
          public void onClosed(Connection connection, String reason) {}
        });
    time.pass(2 * CopySender.STALLED_US);
    assertThat(giver.told).containsExactly("failed");
    assertThat(giver.closed).isTrue();
  }

  @Test
  void aPlanComesBackAsItWasAndNothingElseIsTakenForOne() {
    assertThat(CopyPlan.decode(CopyPlan.EVERYTHING.encode())).isSameAs(CopyPlan.EVERYTHING);
    assertThatThrownBy(() -> CopyPlan.decode(new byte[] {9})).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> CopyPlan.decode(new byte[] {1, 1})).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> CopyPlan.decode(new byte[0])).isInstanceOf(CodecException.class);
  }

  private void receive(Address... peers) {
    new CopyReceiver("test", 4, CopyPlan.EVERYTHING, List.of(peers), network, time, sink, events)
        .start();
    time.settle();
  }

  private static byte[] slice(int length, int seed) {
    byte[] slice = new byte[length];
    for (int i = 0; i < length; i++) {
      slice[i] = (byte) (seed + 31 * i);
    }
    return slice;
  }

  private static Transport.Acceptor refusing(ErrorCode code) {
    return connection ->
        new ConnectionListener() {
          @Override
          public void onMessage(Connection from, Message message) {
            from.send(new Goodbye(code.number(), "no"));
          }

          @Override
          public void onClosed(Connection from, String reason) {}
        };
  }

  /** Gives some slices to whoever asks. */
  private final class Giver implements Transport.Acceptor, ConnectionListener, CopySource {
    private final List<byte[]> slices;
    private final List<String> told = new ArrayList<>();
    private int failsAfter = Integer.MAX_VALUE;
    private int silentAfter = Integer.MAX_VALUE;
    private int asked;
    private boolean closed;
    private CopySender sender;

    Giver(byte[]... slices) {
      this.slices = List.of(slices);
    }

    @Override
    public ConnectionListener accept(Connection connection) {
      return this;
    }

    @Override
    public void onMessage(Connection from, Message message) {
      if (message instanceof CopyRequest request) {
        sender = new CopySender(from, request.credit(), time, this, new Reported(from));
        sender.start();
      } else if (message instanceof CopyCredit credit) {
        sender.onCredit(credit);
      }
    }

    @Override
    public void onClosed(Connection from, String reason) {}

    @Override
    public void next(Answer answer) {
      int number = asked++;
      if (number >= silentAfter) {
        return;
      }
      if (number >= failsAfter) {
        answer.onFailed(new IllegalStateException("the source is broken"));
      } else if (number < slices.size()) {
        answer.onSlice(slices.get(number));
      } else {
        answer.onEnd();
      }
    }

    @Override
    public void close() {
      closed = true;
    }

    private final class Reported implements CopySender.Listener {
      private final Connection connection;

      Reported(Connection connection) {
        this.connection = connection;
      }

      @Override
      public void onProgress(long count) {}

      @Override
      public void onCopied() {
        told.add("copied");
      }

      @Override
      public void onFailed(String reason) {
        told.add("failed");
        connection.close();
      }
    }
  }

  private static final class Sink implements CopySink {
    private final List<byte[]> slices = new ArrayList<>();
    private Runnable onApply = () -> {};
    private boolean ended;

    @Override
    public void apply(byte[] slice) {
      slices.add(slice);
      onApply.run();
    }

    @Override
    public void end() {
      ended = true;
    }
  }

  private static final class Events implements CopyReceiver.Listener {
    private final List<String> told = new ArrayList<>();

    @Override
    public void onCopied() {
      told.add("copied");
    }

    @Override
    public void onRefused(int lastError, String lastReason) {
      told.add("refused " + lastError);
    }

    @Override
    public void onFailed(ThetisException reason) {
      told.add("failed " + reason.code());
    }
  }

  /** Frames are numbered, so one that is lost or sent twice is noticed. */
  @Test
  void aFrameOutOfTurnEndsTheCopy() {
    network.listen(
        GIVER,
        time,
        connection ->
            new ConnectionListener() {
              @Override
              public void onMessage(Connection from, Message message) {
                if (message instanceof CopyRequest) {
                  from.send(
                      new CopyFrame(
                          2, org.thetisdb.core.wire.SiteToSite.End.SLICE, new byte[] {1}));
                }
              }

              @Override
              public void onClosed(Connection from, String reason) {}
            });
    receive(GIVER);
    assertThat(events.told).containsExactly("failed COPY_FAILED");
    assertThat(sink.slices).isEmpty();
  }
}
